package io.htsrl.learners.tqc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.core.random.RandomStream;
import io.htsrl.core.work.Team;
import io.htsrl.learners.offpolicy.Batches;
import io.htsrl.replay.ReplayBatch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantileLossTest {
    private static final int ROWS = 8;

    private final ReplayBatch batch = Batches.weighted(ROWS, 2, 1);

    private static float[] drawn(int count, long stream) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) (4 * RandomStream.root(stream).uniform(i) - 2);
        }
        return values;
    }

    private static double[] bonus() {
        return IntStream.range(0, ROWS).mapToDouble(row -> 0.2 * row - 0.7).toArray();
    }

    /** The atoms of a row's target. */
    private List<Double> atoms(float[] next, int critics, int quantiles, int drop, int row) {
        List<Double> atoms = new ArrayList<>();
        for (int critic = 0; critic < critics; critic++) {
            for (int i = 0; i < quantiles; i++) {
                atoms.add((double) next[(critic * ROWS + row) * quantiles + i]);
            }
        }
        Collections.sort(atoms);
        return atoms.subList(0, critics * (quantiles - drop)).stream()
                .map(z -> batch.returns()[row] + batch.discounts()[row] * (z + bonus()[row]))
                .toList();
    }

    private double naive(float[] next, double[] values, int critics, int quantiles, int drop) {
        double sum = 0;
        for (int row = 0; row < ROWS; row++) {
            List<Double> atoms = atoms(next, critics, quantiles, drop, row);
            for (int critic = 0; critic < critics; critic++) {
                for (int i = 0; i < quantiles; i++) {
                    double share = (2 * i + 1) / (2.0 * quantiles);
                    for (double atom : atoms) {
                        double error = atom - values[(critic * ROWS + row) * quantiles + i];
                        double huber = Math.abs(error) <= 1 ? error * error / 2 : Math.abs(error) - 0.5;
                        double pull = Math.abs(share - (error < 0 ? 1 : 0));
                        sum += batch.weights()[row] * pull * huber / (ROWS * critics * quantiles * atoms.size());
                    }
                }
            }
        }
        return sum;
    }

    @ParameterizedTest
    @CsvSource({"2,5,1", "3,4,0", "1,7,3", "5,2,1"})
    void shouldHaveTheGradientOfTheQuantileHuberLoss(int critics, int quantiles, int drop) {
        QuantileLoss loss = new QuantileLoss(ROWS, critics, quantiles, drop, 1, Team.alone());
        float[] next = drawn(critics * ROWS * quantiles, 1);
        float[] values = drawn(critics * ROWS * quantiles, 2);
        double[] wide =
                IntStream.range(0, values.length).mapToDouble(i -> values[i]).toArray();
        float[] gradient = loss.gradient(batch, next, bonus(), values, 0);
        assertEquals(naive(next, wide, critics, quantiles, drop), loss.loss(), 1e-6);
        for (int i = 0; i < wide.length; i++) {
            double[] above = wide.clone();
            double[] below = wide.clone();
            above[i] += 1e-5;
            below[i] -= 1e-5;
            double slope = (naive(next, above, critics, quantiles, drop) - naive(next, below, critics, quantiles, drop))
                    / 2e-5;
            assertEquals(slope, gradient[i], 1e-5);
        }
    }

    @Test
    void shouldTellHowFarTheMeansAreFromTheTargets() {
        QuantileLoss loss = new QuantileLoss(ROWS, 2, 3, 1, 1, Team.alone());
        float[] next = drawn(2 * ROWS * 3, 1);
        float[] values = drawn(2 * ROWS * 3, 2);
        loss.gradient(batch, next, bonus(), values, 0);
        for (int row = 0; row < ROWS; row++) {
            double target = atoms(next, 2, 3, 1, row).stream()
                    .mapToDouble(atom -> atom)
                    .average()
                    .orElseThrow();
            double error = 0;
            for (int critic = 0; critic < 2; critic++) {
                int at = (critic * ROWS + row) * 3;
                error += Math.abs((values[at] + values[at + 1] + values[at + 2]) / 3 - target) / 2;
            }
            assertEquals(error, loss.errors()[row], 1e-6);
        }
    }

    @Test
    void shouldAscendTheMeanOfAllQuantiles() {
        QuantileLoss loss = new QuantileLoss(2, 2, 2, 0, 1, Team.alone());
        float[] gradient = loss.ascent(new float[] {1, 3, 5, 7, 2, 2, 4, 8});
        for (float each : gradient) {
            assertEquals(-1 / 8f, each);
        }
        assertEquals(4, loss.ascended());
    }
}
