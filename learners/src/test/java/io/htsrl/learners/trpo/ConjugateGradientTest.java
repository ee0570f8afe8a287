package io.htsrl.learners.trpo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ConjugateGradientTest {
    private static final double[][] MATRIX = {{4, 1, 0}, {1, 3, 0}, {0, 0, 2}};

    private static void multiply(double[] vector, double[] product) {
        for (int i = 0; i < product.length; i++) {
            product[i] = 0;
            for (int j = 0; j < vector.length; j++) {
                product[i] += MATRIX[i][j] * vector[j];
            }
        }
    }

    @Test
    void shouldSolveWithinAsManyIterationsAsThereAreUnknowns() {
        ConjugateGradient solver = new ConjugateGradient(3, 3);

        double[] solution = solver.solve(new float[] {1, 2, 3}, ConjugateGradientTest::multiply);

        assertArrayEquals(new double[] {1.0 / 11, 7.0 / 11, 1.5}, solution, 1e-12);
        assertEquals(1.0 / 11 + 14.0 / 11 + 4.5, solver.curvature(ConjugateGradientTest::multiply), 1e-12);
    }

    @Test
    void shouldStopAfterItsIterations() {
        // x_1 = (b·b / b·Ab) b = 14/38 b; the second by hand from r_1 = b - 14/38 A b
        float[] b = {1, 2, 3};
        double first = 14.0 / 38;
        assertArrayEquals(
                new double[] {first, 2 * first, 3 * first},
                new ConjugateGradient(3, 1).solve(b, ConjugateGradientTest::multiply),
                1e-12);
        double[] residual = {1 - first * 6, 2 - first * 7, 3 - first * 6};
        double square = residual[0] * residual[0] + residual[1] * residual[1] + residual[2] * residual[2];
        double[] direction = new double[3];
        double along = 0;
        double[] product = new double[3];
        for (int i = 0; i < 3; i++) {
            direction[i] = residual[i] + square / 14 * b[i];
        }
        multiply(direction, product);
        for (int i = 0; i < 3; i++) {
            along += direction[i] * product[i];
        }
        double[] second = new double[3];
        for (int i = 0; i < 3; i++) {
            second[i] = first * b[i] + square / along * direction[i];
        }
        assertArrayEquals(second, new ConjugateGradient(3, 2).solve(b, ConjugateGradientTest::multiply), 1e-12);
    }

    @Test
    void shouldForgetTheSolutionBeforeAndReturnZeroForZero() {
        ConjugateGradient solver = new ConjugateGradient(3, 5);
        AtomicInteger products = new AtomicInteger();
        solver.solve(new float[] {1, 2, 3}, ConjugateGradientTest::multiply);

        assertArrayEquals(new double[3], solver.solve(new float[3], (vector, product) -> products.incrementAndGet()));
        assertEquals(0, products.get());
    }

    @Test
    void shouldKeepWhatIsFiniteWhereTheMatrixIsSingular() {
        double[] solution = new ConjugateGradient(2, 5).solve(new float[] {1, 1}, (vector, product) -> {
            product[0] = vector[0];
            product[1] = 0;
        });

        assertEquals(true, Double.isFinite(solution[0]) && Double.isFinite(solution[1]));
    }
}
