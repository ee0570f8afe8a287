package io.htsrl.environments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class OracleChainTest {
    private static final int N = OracleChain.STATES;

    @Test
    void shouldSlipInATenthOfItsSteps() {
        OracleChain chain = new OracleChain();
        Rollout rollout = new Rollout(chain, 5);
        rollout.reset();
        int slips = 0;
        for (int i = 0; i < 40_000; i++) {
            Rollout.setState(chain, 2);
            rollout.take(1);
            slips += chain.state[0] == 1 ? 1 : 0;
        }
        assertEquals(4000, slips, 5 * 60, "standard deviation 60");
    }

    @Test
    void shouldRewardAndTerminateAtTheEndsWithAnEmptyObservation() {
        OracleChain chain = new OracleChain();
        Rollout rollout = new Rollout(chain, 5);
        rollout.reset();
        boolean[] seen = new boolean[2];
        for (int i = 0; i < 100; i++) {
            boolean right = i % 2 == 1;
            Rollout.setState(chain, right ? N - 1 : 0);
            rollout.take(right ? 1 : 0);
            boolean ended = state(rollout.observation) < 0;
            assertEquals(ended, rollout.result.terminated);
            assertEquals(!ended ? 0 : right ? 1.0 : 0.5, rollout.result.reward);
            seen[i % 2] |= ended;
        }
        assertTrue(seen[0] && seen[1]);
    }

    /** The state of a one-hot row; -1 when it is all zeros. */
    private static int state(float[] observation) {
        int state = -1;
        for (int i = 0; i < observation.length; i++) {
            if (observation[i] == 1) {
                assertEquals(-1, state, "one-hot");
                state = i;
            }
        }
        return state;
    }
}
