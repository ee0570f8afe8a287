package io.htsrl.learners.onpolicy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.learners.Fixtures;
import io.htsrl.learners.statistics.RewardScale;
import io.htsrl.storage.StorageBank;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReturnEstimatesTest {
    private static final float[] PARAMETERS = {0.3f, -0.2f, 0.7f};
    private static final double GAMMA = 0.9;

    private final StorageBank bank = Fixtures.lose(Fixtures.bank(12, 5, PARAMETERS, 3), 1000, false);

    private static double value(double x) {
        return PARAMETERS[2] * x;
    }

    /** γ-discounted λ-weighted sum of n-step advantages, straight from the definition (Schulman 2016, Eq. 16). */
    private double byDefinition(int step, int environment, double lambda) {
        double sum = 0;
        double weight = 1;
        int truncations = 0;
        for (int t = 0; t < step; t++) {
            truncations += bank.truncated(bank.row(t, environment)) ? 1 : 0;
        }
        for (int t = step; t < 12; t++) {
            int row = bank.row(t, environment);
            if (bank.lost(row)) {
                break; // the step before it was the last one, and went on with this one's observation
            }
            double next = bank.floatObservations()[bank.observationOffset(t + 1, environment)];
            if (bank.truncated(row)) {
                ObservationBatch batch = new ObservationBatch(1);
                bank.finals(environment).bind(batch, truncations);
                next = batch.floats()[batch.offset(0)];
            }
            double bootstrap = bank.terminated(row) ? 0 : value(next);
            double current = bank.floatObservations()[bank.observationOffset(t, environment)];
            sum += weight * (bank.rewards()[row] + GAMMA * bootstrap - value(current));
            if (bank.terminated(row) || bank.truncated(row)) {
                break;
            }
            weight *= GAMMA * lambda;
        }
        return sum;
    }

    @Test
    void shouldFollowTheDefinitionAcrossTerminationsAndTruncations() {
        int truncated = 0;
        int terminated = 0;
        int lost = 0;
        for (double lambda : new double[] {0, 0.95, 1}) {
            ReturnEstimates advantages =
                    new ReturnEstimates(bank.shape(), new Fixtures.LinearPolicy(), GAMMA, lambda, RewardScale.NONE);
            advantages.compute(bank, PARAMETERS);
            for (int step = 0; step < 12; step++) {
                for (int environment = 0; environment < 5; environment++) {
                    int row = bank.row(step, environment);
                    assertEquals(
                            byDefinition(step, environment, lambda), advantages.advantages()[row], 1e-5);
                    assertEquals(
                            advantages.advantages()[row] + advantages.value(bank, row),
                            advantages.returns()[row],
                            1e-6);
                    truncated += bank.truncated(row) ? 1 : 0;
                    terminated += bank.terminated(row) ? 1 : 0;
                    lost += bank.lost(row) ? 1 : 0;
                }
            }
        }
        assertTrue(truncated - lost > 3 && terminated > 3 && lost > 3, "the fixture has endings of all kinds");
    }

    /** Stable-Baselines3 reports 1 - Var(R - V) / Var(R); here over the rows that are learnt from. */
    @Test
    void shouldExplainTheShareOfTheReturnsVarianceThatValuesHave() {
        ReturnEstimates estimates =
                new ReturnEstimates(bank.shape(), new Fixtures.LinearPolicy(), GAMMA, 1, RewardScale.NONE);
        estimates.compute(bank, PARAMETERS);
        int[] rows = IntStream.range(0, bank.shape().rows())
                .filter(row -> !bank.lost(row))
                .toArray();
        double[] returns =
                Arrays.stream(rows).mapToDouble(row -> estimates.returns()[row]).toArray();
        double[] errors = Arrays.stream(rows)
                .mapToDouble(row -> (double) estimates.returns()[row] - bank.outputs()[3 * row + 2])
                .toArray();
        double expected = 1 - variance(errors) / variance(returns);
        assertEquals(expected, BatchMoments.explainedVariance(estimates, bank), 1e-9);
        assertTrue(Math.abs(expected) > 0.01, "values explain something: " + expected);
    }

    private static double variance(double[] of) {
        double mean = Arrays.stream(of).average().orElseThrow();
        return Arrays.stream(of)
                .map(value -> (value - mean) * (value - mean))
                .average()
                .orElseThrow();
    }
}
