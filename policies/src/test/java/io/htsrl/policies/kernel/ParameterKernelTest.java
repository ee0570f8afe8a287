package io.htsrl.policies.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.htsrl.core.random.RandomStream;
import io.htsrl.policies.kernel.ParameterKernel.AdamStep;
import io.htsrl.policies.kernel.ParameterKernel.RmsPropStep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParameterKernelTest {
    private static final AdamStep ADAM = new AdamStep(0.37f, 0.9f, 0.1f, 0.999f, 0.001f, 3e-4f, 1.7f, 1e-8f, 1);
    private static final AdamStep ADAMW = new AdamStep(0.37f, 0.8f, 0.2f, 0.95f, 0.05f, 3e-4f, 1.7f, 1e-8f, 0.9f);
    private static final RmsPropStep RMS_PROP = new RmsPropStep(0.37f, 0.99f, 0.01f, 3e-4f, 1e-5f);

    private final ParameterKernel scalar = new ScalarParameters();
    private final ParameterKernel best = Kernels.parameters();

    /** Of sizes from the least to the greatest normal numbers, some of them zeros of both signs. */
    private static float[] values(int size, int stream) {
        RandomStream draws = RandomStream.root(9).spawn(stream);
        float[] values = new float[size];
        for (int i = 0; i < size; i++) {
            double magnitude = StrictMath.pow(10, 12 * draws.uniform(i, 0) - 8);
            double sign = draws.uniform(i, 1) < 0.5 ? -1 : 1;
            values[i] = (float) (draws.uniform(i, 2) < 0.05 ? sign * 0.0 : sign * magnitude);
        }
        return values;
    }

    private static float[] squares(int size, int stream) {
        float[] values = values(size, stream);
        for (int i = 0; i < size; i++) {
            values[i] *= values[i];
        }
        return values;
    }

    @Test
    void shouldBeVectorsWhereTheModuleIs() {
        assertInstanceOf(VectorParameters.class, best);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 9, 63, 64, 1000, 4099})
    void shouldSumSquaresInOneOrder(int size) {
        float[] x = values(size, 1);
        assertEquals(scalar.sumOfSquares(x), best.sumOfSquares(x));
    }

    @ParameterizedTest
    @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY})
    void shouldCarryWhatIsNotFiniteIntoTheSum(float bad) {
        for (int at : new int[] {0, 63, 99}) {
            float[] x = values(100, 1);
            x[at] = bad;
            assertEquals(scalar.sumOfSquares(x), best.sumOfSquares(x));
            assertEquals(false, Double.isFinite(best.sumOfSquares(x)));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 15, 16, 17, 100, 1003})
    void shouldStepAlikeInAdam(int size) {
        float[][] a = {values(size, 1), values(size, 3), squares(size, 4)};
        float[][] b = {a[0].clone(), a[1].clone(), a[2].clone()};
        float[] gradient = values(size, 2);
        for (int step = 0; step < 5; step++) {
            for (AdamStep rule : new AdamStep[] {ADAM, ADAMW}) {
                assertEquals(
                        scalar.adam(rule, a[0], gradient, a[1], a[2], size / 7, size),
                        best.adam(rule, b[0], gradient, b[1], b[2], size / 7, size));
            }
        }
        for (int i = 0; i < a.length; i++) {
            assertArrayEquals(a[i], b[i]);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 15, 16, 17, 100, 1003})
    void shouldStepAlikeInRmsProp(int size) {
        float[][] a = {values(size, 1), squares(size, 4)};
        float[][] b = {a[0].clone(), a[1].clone()};
        float[] gradient = values(size, 2);
        for (int step = 0; step < 5; step++) {
            assertEquals(
                    scalar.rmsProp(RMS_PROP, a[0], gradient, a[1], size / 7, size),
                    best.rmsProp(RMS_PROP, b[0], gradient, b[1], size / 7, size));
        }
        for (int i = 0; i < a.length; i++) {
            assertArrayEquals(a[i], b[i]);
        }
    }

    /** Of units that have died: their moments halve and halve, and subnormal numbers are slow. */
    @ParameterizedTest
    @ValueSource(ints = {1, 16, 100})
    void shouldForgetMomentsThatNoParameterFeels(int size) {
        for (ParameterKernel kernel : new ParameterKernel[] {scalar, best}) {
            float[] parameters = values(size, 1);
            float[] first = values(size, 3);
            float[] second = squares(size, 4);
            float[] square = squares(size, 4);
            float[] settled = null;
            for (int step = 0; step < 150_000; step++) {
                kernel.adam(ADAM, parameters, new float[size], first, second, 0, size);
                kernel.rmsProp(RMS_PROP, parameters, new float[size], square, 0, size);
                settled = step == 1000 ? parameters.clone() : settled;
            }
            assertArrayEquals(new float[size], first);
            assertArrayEquals(new float[size], second);
            assertArrayEquals(new float[size], square);
            assertArrayEquals(settled, parameters);
        }
    }
}
