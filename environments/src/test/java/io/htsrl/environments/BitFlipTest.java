package io.htsrl.environments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentCheck;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.GoalReward;
import io.htsrl.core.environment.ObservationPart;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.environments.wrapper.EnvironmentWrapper;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BitFlipTest {
    private final float[] row = new float[45];
    private final ObservationSlot slot = new ObservationSlot().at(row, 0);
    private final StepResult result = new StepResult();

    @Test
    void shouldEndAtTheGoalWithItsRewardAfterTheBitsThatDiffer() {
        Environment game = new BuiltInProvider().create(BitFlip.ID, Map.of());
        int total = 0;
        for (int seed = 0; seed < 200; seed++) {
            game.reset(seed * 0x9e3779b97f4a7c15L, slot);
            int differing = 0;
            for (int bit = 0; bit < 15; bit++) {
                assertEquals(row[bit], row[15 + bit]);
                differing += row[bit] == row[30 + bit] ? 0 : 1;
            }
            assertNotEquals(0, differing);
            total += differing;
            for (int bit = 0, left = differing; bit < 15; bit++) {
                if (row[bit] != row[30 + bit]) {
                    game.step(new float[] {bit}, 0, slot, result);
                    left--;
                    assertEquals(row[30 + bit], row[bit]);
                    assertEquals(left == 0 ? 0 : -1, result.reward);
                    assertEquals(left == 0, result.terminated);
                }
            }
        }
        assertEquals(7.5, total / 200.0, 0.6);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 30})
    void shouldHaveAnyNumberOfBits(int bits) {
        Environment game = new BuiltInProvider().create(BitFlip.ID, Map.of("bits", String.valueOf(bits)));
        assertEquals(bits, game.spec().maxEpisodeSteps());
        float[] own = new float[3 * bits];
        ObservationSlot out = new ObservationSlot().at(own, 0);
        game.reset(3, out);
        game.step(new float[] {bits - 1}, 0, out, result);
        GoalReward.Goals goals = game.spec().observationSpace().goals().orElseThrow();
        assertEquals(bits, goals.size());
        assertEquals(result.reward, goals.reward().reward(own, goals.achieved(), own, goals.desired(), bits));
        assertEquals(bits == 1, result.terminated);
        assertEquals(List.of(), EnvironmentCheck.of(game).problems());
    }

    /** Says of a step that misses its goal that it reaches it. */
    @Test
    void shouldBeFoundOutWhereItsRewardIsNotThatOfItsGoals() {
        EnvironmentWrapper lying = new EnvironmentWrapper(new BitFlip(15)) {
            @Override
            public void step(float[] actions, int offset, ObservationSlot out, StepResult to) {
                super.step(actions, offset, out, to);
                to.reward = 3;
            }
        };
        List<EnvironmentCheck.Problem> problems = EnvironmentCheck.of(lying).problems();
        assertTrue(
                problems.get(0).rule().endsWith("gives for its goals, and gives 3.0 in place of -1.0"),
                problems.toString());
    }

    @Test
    void shouldRefuseGoalsThatAreNoParts() {
        GoalReward reward = new GoalReward.Distance(0.5, true, 0, 0, false);
        assertThrows(
                IllegalArgumentException.class, () -> ObservationSpace.floats(3).withGoals(reward));
        ObservationSpace unequal = ObservationSpace.of(
                List.of(ObservationPart.vector(GoalReward.ACHIEVED, 2), ObservationPart.vector(GoalReward.DESIRED, 3)));
        assertThrows(IllegalArgumentException.class, () -> unequal.withGoals(reward));
        ObservationSpace kept = new BitFlip(2).spec().observationSpace();
        ActionSpace actions = new ActionSpace.Discrete(2);
        EnvironmentSpec masked = new EnvironmentSpec("masked", kept.withMask(actions), actions, 0, 0);
        assertEquals(kept.goals(), masked.observationSpace().goals());
    }
}
