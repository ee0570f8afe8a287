package io.htsrl.environments;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;

/**
 * {@code TMaze-v0}: a corridor that ends in a junction. A sign at its start says which way to turn there, so a policy
 * needs a memory of as many steps as it is long. One thread at a time.
 *
 * <ul>
 *   <li>Observation: three bits: 110 at the start for a goal in the north, 011 for one in the south; 101 in the
 *       corridor; 010 at the junction.
 *   <li>Actions: 0 north, 1 east, 2 south, 3 west.
 *   <li>Reward: -0.1 for a step against a wall. North and south at the junction end the episode, with 4 at the goal and
 *       -0.1 at the other end.
 * </ul>
 *
 * <p>Source: Bakker 2001, "Reinforcement Learning with Long Short-Term Memory", section 4.1.
 */
public final class TMaze extends StateVectorEnvironment {
    /** Usual number of steps from the start to the junction. */
    static final int LENGTH = 50;

    /** Time limit of an episode: a random walk needs about 5,000 steps. */
    static final int TIME_LIMIT = 10_000;

    private static final double GOAL = 4;
    private static final double WALL = -0.1;
    private static final int NORTH = 0;
    private static final int EAST = 1;
    private static final int WEST = 3;
    private static final EnvironmentSpec SPEC =
            new EnvironmentSpec("TMaze-v0", ObservationSpace.floats(3), new ActionSpace.Discrete(4), TIME_LIMIT, GOAL);

    /** Indices of the state. */
    private static final int PLACE = 0;

    private static final int TO_NORTH = 1; // 1 if the goal is in the north

    private final int length;

    /** @param length steps from the start to the junction */
    public TMaze(int length) {
        super(SPEC, 2);
        this.length = length;
    }

    @Override
    void drawInitialState() {
        state[PLACE] = 0;
        state[TO_NORTH] = draws.nextDouble() < 0.5 ? 1 : 0;
    }

    @Override
    public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
        int action = ActionSpace.Discrete.index(actions[offset], 4);
        boolean vertical = action != EAST && action != WEST;
        if (vertical && state[PLACE] == length) {
            boolean right = (action == NORTH) == (state[TO_NORTH] == 1);
            result.set(right ? GOAL : WALL, true, false);
        } else {
            double next = vertical ? -1 : state[PLACE] + (action == EAST ? 1 : -1);
            boolean moves = next >= 0 && next <= length;
            state[PLACE] = moves ? next : state[PLACE];
            result.set(moves ? 0 : WALL, false, false);
        }
        observe(out);
    }

    @Override
    void observe(ObservationSlot out) {
        boolean start = state[PLACE] == 0;
        boolean junction = state[PLACE] == length;
        boolean north = state[TO_NORTH] == 1;
        out.set(0, !junction && (!start || north) ? 1 : 0);
        out.set(1, start || junction ? 1 : 0);
        out.set(2, !junction && (!start || !north) ? 1 : 0);
    }
}
