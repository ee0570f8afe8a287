package io.htsrl.learners.sac;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.policy.OutputRow;
import io.htsrl.core.policy.SquashedGaussian.LogStd;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.learners.offpolicy.EntropySettings;
import io.htsrl.learners.offpolicy.Learning;
import io.htsrl.learners.offpolicy.Temperature;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Until learning starts, actions are uniform over the box; whoever only looks at a learnt policy sees none of that. */
class WarmUpTest {
    private static final long STARTS = 1000;
    private static final int ENVIRONMENTS = 3;
    /** The policy's own actions are all near 1. */
    private static final float[] ROW = {5, -30};

    private final RandomStream draws = RandomStream.root(1);
    private final SacConfig config = new SacConfig(
            Learning.adam(1e-3),
            Learning.settings(STARTS, 1e-3, 1, 1, 1),
            new EntropySettings(true, 1, Optional.empty(), Temperature.Loss.LOG, true, false, LogStd.CLAMP, 0, 1),
            Learning.replay(8),
            Optional.empty());
    private final ActionHead head = config.head(Learning.box(1));

    private float action(ActionSelector selector, long step) {
        float[] action = new float[1];
        selector.select(ROW, 0, draws, step, action, 0);
        return action[0];
    }

    @Test
    void shouldActUniformlyUntilAllReplicasHaveTakenTheFirstSteps() {
        ActionSelector selector = config.selector(head, 1, ENVIRONMENTS, AnnealingHorizon.of(5000));
        int[] tenths = new int[10];
        for (long step = 0; step < 334; step++) {
            float action = action(selector, step);
            assertTrue(action >= -1 && action <= 1);
            tenths[Math.min(9, (int) (5 * (action + 1)))]++;
        }
        for (int count : tenths) {
            assertTrue(count > 15 && count < 55, count + " of 334 in a tenth of the box");
        }
        assertEquals(1, action(selector, 334), 1e-3);
    }

    @Test
    void shouldActByThePolicyAtOnceWhereNoStepsArePlanned() {
        assertEquals(1, action(config.selector(head, 0, 1, AnnealingHorizon.of(0)), 0), 1e-3);
    }

    @Test
    void shouldDrawTheSameForTheSameStep() {
        ActionSelector one = config.selector(head, 0, ENVIRONMENTS, AnnealingHorizon.of(5000));
        ActionSelector other = config.selector(head, 0, ENVIRONMENTS, AnnealingHorizon.of(5000));
        float later = action(one, 9);
        assertArrayEquals(new float[] {later}, new float[] {action(other, 9)});
    }

    @Test
    void shouldChooseUniformlyOfTheAllowedDiscreteActions() {
        ActionHead choices = config.head(new ActionSpace.Discrete(4));
        ActionSelector selector = config.selector(choices, 1, ENVIRONMENTS, AnnealingHorizon.of(5000));
        float[] row = {30, 0, OutputRow.FORBIDDEN, -30};
        float[] action = new float[1];
        int[] counts = new int[4];
        for (long step = 0; step < 334; step++) {
            selector.select(row, 0, draws, step, action, 0);
            counts[(int) action[0]]++;
        }
        for (int i = 0; i < 4; i++) {
            assertTrue(i == 2 ? counts[i] == 0 : counts[i] > 80 && counts[i] < 145, i + ": " + counts[i] + " of 334");
        }
        selector.select(row, 0, draws, 334, action, 0);
        assertEquals(0, action[0]);
    }
}
