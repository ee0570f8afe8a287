package io.htsrl.environments;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;

/**
 * {@code OracleChain-v0} without its time limit: a random walk that an agent may steer, small enough to know every
 * value exactly. One thread at a time.
 *
 * <pre>
 *   [end, reward 0.5] - 0 - 1 - 2 - 3 - 4 - [end, reward 1]
 * </pre>
 *
 * <ul>
 *   <li>State: one of 0 .. 4, drawn uniformly at the start. Observation: one-hot, all zeros at an end.
 *   <li>Actions: 0 walks left, 1 walks right; with probability 0.1 a step moves in the opposite direction.
 *   <li>Reward 0.5 or 1 for stepping over the left or right end, which terminates; 0 otherwise.
 * </ul>
 *
 * <p>The near and the far reward make the best action depend on the discount. The time limit of 8 steps cuts many
 * episodes of a poor policy, so a learner that takes truncation for termination ends at visibly wrong values.
 *
 * <p>Source: the random walk of Sutton and Barto, "Reinforcement Learning: An Introduction", 2nd edition (2018),
 * example 6.2, with actions and slipping added.
 */
public final class OracleChain extends StateVectorEnvironment {
    /** The number of states that are not an end. */
    public static final int STATES = 5;
    /** The probability that a step moves in the opposite direction. */
    public static final double SLIP = 0.1;
    /** The reward for stepping over the left end. */
    public static final double LEFT_REWARD = 0.5;
    /** The reward for stepping over the right end. */
    public static final double RIGHT_REWARD = 1.0;
    /** The number of steps after which {@code OracleChain-v0} truncates. */
    public static final int TIME_LIMIT = 8;

    private static final EnvironmentSpec SPEC = new EnvironmentSpec(
            "OracleChain-v0", ObservationSpace.oneHot(STATES), new ActionSpace.Discrete(2), 0, Double.NaN);

    public OracleChain() {
        super(SPEC, 1);
    }

    @Override
    void drawInitialState() {
        state[0] = (int) (STATES * draws.nextDouble());
    }

    @Override
    public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
        boolean right = ActionSpace.Discrete.index(actions[offset], 2) == 1;
        boolean slips = draws.nextDouble() < SLIP;
        state[0] += right != slips ? 1 : -1;
        observe(out);
        boolean overLeft = state[0] < 0;
        boolean overRight = state[0] >= STATES;
        result.set(overLeft ? LEFT_REWARD : overRight ? RIGHT_REWARD : 0.0, overLeft || overRight, false);
    }

    @Override
    void observe(ObservationSlot out) {
        for (int i = 0; i < STATES; i++) {
            out.set(i, i == state[0] ? 1f : 0f);
        }
    }
}
