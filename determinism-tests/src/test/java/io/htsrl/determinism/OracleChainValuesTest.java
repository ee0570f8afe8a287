package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.random.RandomStream;
import io.htsrl.environments.OracleChain;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Compares the learners' oracle with the chain and with what is known on paper. */
class OracleChainValuesTest {
    private static final int N = OracleChain.STATES;

    @Test
    void shouldGiveTheRandomWalkItsValuesOnPaper() {
        // without discount the value of a fair walk is linear between the rewards of the ends
        double[] values = new OracleChainValues(1).ofPolicy(0.5, 0.5, 0.5, 0.5, 0.5);
        for (int s = 0; s < N; s++) {
            assertEquals(0.5 + 0.5 * (s + 1) / 6, values[s], 1e-14);
        }
    }

    @Property(tries = 200)
    void shouldSolveTheBellmanEquationsOfAnyPolicy(
            @ForAll @Size(N) List<@DoubleRange(min = 0, max = 1) Double> probabilities,
            @ForAll @DoubleRange(min = 0, max = 1) double gamma) {
        double[] policy = probabilities.stream().mapToDouble(p -> p).toArray();
        OracleChainValues oracle = new OracleChainValues(gamma);
        double[] values = oracle.ofPolicy(policy);
        double[][] q = oracle.actionValues(values);
        for (int s = 0; s < N; s++) {
            assertEquals(values[s], (1 - policy[s]) * q[s][0] + policy[s] * q[s][1], 1e-12);
        }
    }

    @Property(tries = 200)
    void shouldFindValuesThatNoActionImproves(@ForAll @DoubleRange(min = 0, max = 1) double gamma) {
        OracleChainValues oracle = new OracleChainValues(gamma);
        double[] values = oracle.optimal();
        double[][] q = oracle.actionValues(values);
        for (int s = 0; s < N; s++) {
            assertEquals(values[s], Math.max(q[s][0], q[s][1]), 1e-11);
        }
    }

    @Test
    void shouldPreferTheNearRewardOnlyUnderAStrongDiscount() {
        assertArrayEquals(new double[] {0, 1, 1, 1, 1}, new OracleChainValues(0.8).optimalPolicy());
        assertArrayEquals(new double[] {1, 1, 1, 1, 1}, new OracleChainValues(0.99).optimalPolicy());
    }

    @Test
    void shouldReturnOnAverageWhatTheOracleSays() {
        double gamma = 0.9;
        double[] policy = {0.3, 0.5, 0.9, 0.1, 0.6};
        double[] expected = new OracleChainValues(gamma).ofPolicy(policy);
        double[] sum = new double[N];
        int[] count = new int[N];
        OracleChain chain = new OracleChain();
        ObservationSlot row = new ObservationSlot().at(new float[N], 0);
        StepResult result = new StepResult();
        RandomStream seeds = RandomStream.root(3).spawn("seeds");
        RandomStream actions = RandomStream.root(3).spawn("policy");
        long draw = 0;
        for (int episode = 0; episode < 100_000; episode++) {
            chain.reset(seeds.bits(episode), row);
            int start = state(row);
            double discount = 1;
            for (int s = start; s >= 0; s = state(row)) {
                chain.step(new float[] {actions.uniform(draw++) < policy[s] ? 1 : 0}, 0, row, result);
                sum[start] += discount * result.reward;
                discount *= gamma;
            }
            count[start]++;
        }
        for (int s = 0; s < N; s++) {
            assertTrue(count[s] > 19_000 && count[s] < 21_000, "starts in state " + s + ": " + count[s]);
            // a return lies in [0, 1], so its standard error is at most 0.5 / sqrt(19000) = 0.0036
            assertEquals(expected[s], sum[s] / count[s], 5 * 0.0036, "state " + s);
        }
    }

    @Test
    void shouldRefuseADiscountThatIsNone() {
        assertThrows(IllegalArgumentException.class, () -> new OracleChainValues(1.1));
        assertThrows(IllegalArgumentException.class, () -> new OracleChainValues(Double.NaN));
    }

    @Test
    void shouldRefuseAPolicyThatIsNone() {
        OracleChainValues oracle = new OracleChainValues(0.9);
        assertThrows(IllegalArgumentException.class, () -> oracle.ofPolicy(1, 1, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> oracle.ofPolicy(1, 1, 1, 1, 1.01));
        assertThrows(IllegalArgumentException.class, () -> oracle.ofPolicy(1, 1, Double.NaN, 1, 1));
    }

    /** The state of a one-hot row; -1 when it is all zeros. */
    private static int state(ObservationSlot row) {
        for (int state = 0; state < N; state++) {
            if (row.get(state) == 1) {
                return state;
            }
        }
        return -1;
    }
}
