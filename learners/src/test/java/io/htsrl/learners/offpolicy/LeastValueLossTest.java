package io.htsrl.learners.offpolicy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.error.DivergedException;
import io.htsrl.core.random.RandomStream;
import io.htsrl.replay.ReplayBatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeastValueLossTest {
    private static final int ROWS = 16;
    private static final double COEF = 0.5;

    private final ReplayBatch batch = Batches.weighted(ROWS, 2, 1);

    private static float[] drawn(int count, long stream) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) (4 * RandomStream.root(stream).uniform(i) - 2);
        }
        return values;
    }

    private static double[] bonus() {
        return IntStream.range(0, ROWS).mapToDouble(row -> 0.1 * row - 0.7).toArray();
    }

    private double naive(float[] next, double[] values, int critics) {
        double sum = 0;
        for (int row = 0; row < ROWS; row++) {
            double least = Double.POSITIVE_INFINITY;
            for (int critic = 0; critic < critics; critic++) {
                least = Math.min(least, next[critic * ROWS + row]);
            }
            double target = batch.returns()[row] + batch.discounts()[row] * (least + bonus()[row]);
            for (int critic = 0; critic < critics; critic++) {
                double error = values[critic * ROWS + row] - target;
                sum += COEF * batch.weights()[row] * error * error / ROWS;
            }
        }
        return sum;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldHaveTheGradientOfTheWeightedSquares(int critics) {
        LeastValueLoss loss = new LeastValueLoss(ROWS, critics, COEF);
        float[] next = drawn(critics * ROWS, 1);
        float[] values = drawn(critics * ROWS, 2);
        double[] wide =
                IntStream.range(0, values.length).mapToDouble(i -> values[i]).toArray();
        float[] gradient = loss.gradient(batch, next, bonus(), values, 0);
        assertEquals(naive(next, wide, critics), loss.loss(), 1e-6);
        for (int i = 0; i < wide.length; i++) {
            double[] above = wide.clone();
            double[] below = wide.clone();
            above[i] += 1e-4;
            below[i] -= 1e-4;
            double slope = (naive(next, above, critics) - naive(next, below, critics)) / 2e-4;
            assertEquals(slope, gradient[i], 1e-6);
        }
        long weights = IntStream.range(0, ROWS)
                .mapToObj(i -> batch.weights()[i])
                .distinct()
                .count();
        assertTrue(weights > 2, weights + " different weights");
        assertTrue(IntStream.range(0, ROWS).anyMatch(i -> batch.discounts()[i] == 0), "nothing terminates");
    }

    @Test
    void shouldNotReadValuesBehindATerminalState() {
        LeastValueLoss loss = new LeastValueLoss(ROWS, 2, COEF);
        float[] next = drawn(2 * ROWS, 1);
        float[] values = drawn(2 * ROWS, 2);
        float[] expected = loss.gradient(batch, next, bonus(), values, 0).clone();
        for (int i = 0; i < next.length; i++) {
            next[i] = batch.discounts()[i % ROWS] == 0 ? Float.NaN : next[i];
        }
        assertArrayEquals(expected, loss.gradient(batch, next, bonus(), values, 0));
    }

    @Test
    void shouldTellTheMeanAbsoluteErrorOfEachRow() {
        LeastValueLoss loss = new LeastValueLoss(ROWS, 2, COEF);
        float[] values = new float[2 * ROWS];
        float[] next = new float[2 * ROWS];
        double[] none = new double[ROWS];
        for (int row = 0; row < ROWS; row++) {
            values[row] = batch.returns()[row] + 1;
            values[ROWS + row] = batch.returns()[row] - 3;
        }
        loss.gradient(batch, next, none, values, 0);
        for (float error : loss.errors()) {
            assertEquals(2, error, 1e-6);
        }
    }

    @Test
    void shouldAscendTheLeastValueOfEachRow() {
        LeastValueLoss loss = new LeastValueLoss(2, 2, 1);
        assertArrayEquals(new float[] {0, -0.5f, -0.5f, 0}, loss.ascent(new float[] {3, 1, 2, 1}));
        assertEquals(1.5, loss.ascended());
    }

    @Test
    void shouldStopOnALossThatIsNotFinite() {
        LeastValueLoss loss = new LeastValueLoss(ROWS, 2, 1);
        float[] values = new float[2 * ROWS];
        float[] next = new float[2 * ROWS];
        values[5] = Float.NaN;
        assertThrows(DivergedException.class, () -> loss.gradient(batch, next, new double[ROWS], values, 3));
    }
}
