package io.htsrl.learners.onpolicy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.StepResult;
import io.htsrl.core.policy.Categorical;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.learners.Fixtures;
import io.htsrl.learners.statistics.RewardScale;
import io.htsrl.storage.StorageBank;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.FloatRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class VTraceTest {

    @Test
    void shouldEqualGaeAroundLostSteps() {
        StorageBank bank = Fixtures.lose(Fixtures.bank(12, 5, BEHAVIOUR, 3), 1000, false);
        VTrace corrected = vTrace(bank, 0.8);
        ReturnEstimates plain =
                new ReturnEstimates(bank.shape(), new Fixtures.LinearPolicy(), GAMMA, 0.8, RewardScale.NONE);
        corrected.compute(bank, BEHAVIOUR);
        plain.compute(bank, BEHAVIOUR);
        assertArrayEquals(plain.returns(), corrected.returns(), 1e-5f);
    }

    private static final float[] BEHAVIOUR = {0.5f, -0.6f, 0.4f};
    private static final float[] TARGET = {-0.9f, 0.8f, -0.7f};
    private static final double GAMMA = 0.9;

    private static ActorCriticConfig config(double lambda) {
        return new ActorCriticConfig(GAMMA, lambda, false, 0, 0.5);
    }

    private static VTrace vTrace(StorageBank bank, double lambda) {
        return new VTrace(
                bank.shape(), new Fixtures.LinearPolicy(), new Categorical(2).newDistribution(), config(lambda));
    }

    /** The paper's sums, written out: for every step a loop over all that follow in its episode. */
    private static final class Paper {
        private final StorageBank bank;
        private final float[] target;
        private final double lambda;

        Paper(StorageBank bank, float[] target, double lambda) {
            this.bank = bank;
            this.target = target;
            this.lambda = lambda;
        }

        private double observation(int step, int column) {
            return bank.floatObservations()[bank.observationOffset(step, column)];
        }

        double value(int step, int column) {
            return target[2] * observation(step, column);
        }

        /** V(x_{s+1}), the episode's own. */
        double nextValue(int step, int column) {
            int row = bank.row(step, column);
            if (bank.terminated(row)) {
                return 0;
            }
            if (!bank.truncated(row)) {
                return value(step + 1, column);
            }
            int truncations = 0;
            for (int t = 0; t < step; t++) {
                truncations += bank.truncated(bank.row(t, column)) ? 1 : 0;
            }
            ObservationBatch batch = new ObservationBatch(1);
            bank.finals(column).bind(batch, truncations);
            return target[2] * batch.floats()[batch.offset(0)];
        }

        private static double probability(double first, double second, int action) {
            double of = action == 0 ? first - second : second - first;
            return 1 / (1 + Math.exp(-of));
        }

        double rho(int step, int column) {
            int row = bank.row(step, column);
            double x = observation(step, column);
            int action = (int) bank.actions()[row];
            return Math.min(
                    1,
                    probability(target[0] * x, target[1] * x, action)
                            / probability(bank.outputs()[3 * row], bank.outputs()[3 * row + 1], action));
        }

        private boolean ends(int step, int column) {
            int row = bank.row(step, column);
            return bank.terminated(row) || bank.truncated(row);
        }

        /** Eq. 1: v_s. */
        double target(int s, int column) {
            double sum = value(s, column);
            double weight = 1; // γ^{t-s} c_s ... c_{t-1}
            for (int t = s; t < bank.shape().steps(); t++) {
                double delta = rho(t, column)
                        * (bank.rewards()[bank.row(t, column)] + GAMMA * nextValue(t, column) - value(t, column));
                sum += weight * delta;
                if (ends(t, column)) {
                    break;
                }
                weight *= GAMMA * lambda * rho(t, column);
            }
            return sum;
        }

        /** v_{s+1}, mixed with the value where λ < 1. */
        private double nextTarget(int s, int column) {
            boolean last = s + 1 == bank.shape().steps() || ends(s, column);
            double value = nextValue(s, column);
            return last ? value : lambda * target(s + 1, column) + (1 - lambda) * value;
        }

        /** Section 4.2: {@code r_s + γ v_{s+1} - V(x_s)}. */
        double advantage(int s, int column) {
            return bank.rewards()[bank.row(s, column)] + GAMMA * nextTarget(s, column) - value(s, column);
        }
    }

    @Property(tries = 200)
    void shouldBeThePapersSums(
            @ForAll @IntRange(min = 1, max = 12) int steps,
            @ForAll long seed,
            @ForAll @DoubleRange(max = 1) double lambda,
            @ForAll @FloatRange(min = -2, max = 2) float logit,
            @ForAll @FloatRange(min = -2, max = 2) float value) {
        StorageBank bank = Fixtures.bank(steps, 3, BEHAVIOUR, seed);
        float[] target = {logit, 0.3f, value};
        Paper paper = new Paper(bank, target, lambda);
        VTrace vTrace = vTrace(bank, lambda);
        vTrace.compute(bank, target);
        float[] weighted = vTrace.advantages().clone();
        vTrace.weigh(weighted);
        for (int step = 0; step < steps; step++) {
            for (int column = 0; column < 3; column++) {
                int row = bank.row(step, column);
                double advantage = paper.advantage(step, column);
                assertEquals(paper.target(step, column), vTrace.returns()[row], 2e-5);
                assertEquals(paper.rho(step, column) * advantage, weighted[row], 2e-5);
                assertEquals(advantage, vTrace.advantages()[row], 2e-5);
            }
        }
    }

    @Test
    void shouldEqualTheGeneralisedAdvantagesToTheBitWithoutLag() {
        StorageBank bank = Fixtures.bank(40, 5, BEHAVIOUR, 3);
        for (double lambda : new double[] {0, 0.95, 1}) {
            ReturnEstimates advantages =
                    new ReturnEstimates(bank.shape(), new Fixtures.LinearPolicy(), GAMMA, lambda, RewardScale.NONE);
            advantages.compute(bank, BEHAVIOUR);
            VTrace vTrace = vTrace(bank, lambda);
            vTrace.compute(bank, BEHAVIOUR);
            assertArrayEquals(advantages.advantages(), vTrace.advantages());
            assertArrayEquals(advantages.returns(), vTrace.returns());
            vTrace.weigh(vTrace.advantages());
            assertArrayEquals(advantages.advantages(), vTrace.advantages(), "all weights are 1");
        }
    }

    @Test
    void shouldTellTheMeanWeight() {
        StorageBank bank = Fixtures.bank(40, 5, BEHAVIOUR, 3);
        Map<String, Double> metrics = new LinkedHashMap<>();
        VTrace vTrace = vTrace(bank, 1);
        vTrace.compute(bank, BEHAVIOUR);
        vTrace.addTo(metrics);
        assertEquals(1, metrics.get("rho_mean"));
        vTrace.compute(bank, TARGET);
        vTrace.addTo(metrics);
        assertTrue(metrics.get("rho_mean") < 0.95, metrics::toString);
    }

    @Test
    void shouldTakeTheMeanWeightOfTheRowsThatAreLearntFrom() {
        for (boolean all : new boolean[] {false, true}) {
            StorageBank bank = Fixtures.lose(Fixtures.bank(40, 5, BEHAVIOUR, 3), 1000, false);
            StepResult lost = new StepResult();
            lost.setLost();
            for (int row = 0; all && row < bank.shape().rows(); row++) {
                bank.storeResult(row / 5, row % 5, lost);
            }
            VTrace vTrace = vTrace(bank, 1);
            vTrace.compute(bank, TARGET);
            double expected = IntStream.range(0, bank.shape().rows())
                    .filter(row -> !bank.lost(row))
                    .mapToDouble(row -> vTrace.weight(bank, row))
                    .average()
                    .orElse(1);
            Map<String, Double> metrics = new LinkedHashMap<>();
            vTrace.compute(bank, TARGET);
            vTrace.addTo(metrics);
            assertEquals(expected, metrics.get("rho_mean"), 1e-6);
        }
    }

    /** PPO clips the value loss around them. */
    @Test
    void shouldTellTheBehavioursOwnValues() {
        StorageBank bank = Fixtures.bank(8, 2, BEHAVIOUR, 3);
        VTrace vTrace = vTrace(bank, 1);
        vTrace.compute(bank, TARGET);
        assertEquals(bank.outputs()[3 * 5 + 2], vTrace.value(bank, 5));
    }
}
