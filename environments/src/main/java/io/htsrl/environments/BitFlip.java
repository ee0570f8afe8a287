package io.htsrl.environments;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.GoalReward;
import io.htsrl.core.environment.ObservationPart;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import java.util.List;

/**
 * {@code BitFlip-v0} without its time limit of n steps: flip n bits until they are those of the goal. With many bits
 * random actions never find it, and only a learner that learns from missed goals solves it. One thread at a time.
 *
 * <ul>
 *   <li>Observation: the bits, as {@code observation} and {@code achieved_goal}, and those of the {@code desired_goal}.
 *       Both are drawn uniformly, the goal from those that differ.
 *   <li>Actions: i flips bit i.
 *   <li>Reward: -1, and 0 for the step that reaches the goal, which terminates.
 * </ul>
 *
 * <p>Source: Andrychowicz et al. 2017, "Hindsight Experience Replay", section 3.1, with Stable-Baselines3's end at the
 * goal.
 */
public final class BitFlip extends StateVectorEnvironment {
    static final String ID = "BitFlip-v0";
    /** Usual number of bits. */
    static final int BITS = 15;

    /** The goal is reached at distance 0; all others are at 1 or more. */
    private static final GoalReward REWARD = new GoalReward.Distance(0.5, false, 0, -1, true);

    /** Indices of the state, both numbers of n bits. */
    private static final int NOW = 0;

    private static final int GOAL = 1;

    private final int bits;

    /** @param bits n, 1 .. 30 */
    public BitFlip(int bits) {
        super(spec(bits), 2);
        this.bits = bits;
    }

    private static EnvironmentSpec spec(int bits) {
        ObservationSpace space = ObservationSpace.of(List.of(
                ObservationPart.vector("observation", bits),
                ObservationPart.vector(GoalReward.ACHIEVED, bits),
                ObservationPart.vector(GoalReward.DESIRED, bits)));
        return new EnvironmentSpec(ID, space.withGoals(REWARD), new ActionSpace.Discrete(bits), 0, Double.NaN);
    }

    @Override
    void drawInitialState() {
        int count = 1 << bits;
        int now = (int) (count * draws.nextDouble());
        state[NOW] = now;
        state[GOAL] = now ^ 1 + (int) ((count - 1) * draws.nextDouble());
    }

    @Override
    public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
        state[NOW] = (int) state[NOW] ^ 1 << ActionSpace.Discrete.index(actions[offset], bits);
        boolean reached = state[NOW] == state[GOAL];
        result.set(reached ? 0 : -1, reached, false);
        observe(out);
    }

    @Override
    void observe(ObservationSlot out) {
        for (int bit = 0; bit < bits; bit++) {
            out.set(bit, (int) state[NOW] >> bit & 1);
            out.set(bits + bit, (int) state[NOW] >> bit & 1);
            out.set(2 * bits + bit, (int) state[GOAL] >> bit & 1);
        }
    }
}
