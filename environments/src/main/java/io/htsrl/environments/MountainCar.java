package io.htsrl.environments;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSpace;

/**
 * {@code MountainCar-v0} without its time limit: an underpowered car must swing to leave a valley. One thread at a
 * time.
 *
 * <ul>
 *   <li>State and observation: position in [-1.2, 0.6], velocity in [-0.07, 0.07] (both per step). Starts at a position
 *       uniform in [-0.6, -0.4), at rest.
 *   <li>Actions: 0 accelerates left, 1 coasts, 2 accelerates right.
 *   <li>Reward -1 for every step. Terminates at position 0.5 or beyond. Solved at a mean return of -110.
 * </ul>
 *
 * <p>Sources: Moore, "Efficient memory-based learning for robot control", PhD thesis, Cambridge (1990); Sutton,
 * "Generalization in reinforcement learning", NIPS 8 (1996); Gymnasium 1.x, in its order of operations.
 */
public final class MountainCar extends MountainCarTask {
    private static final double FORCE = 0.001;
    private static final double GRAVITY = 0.0025;

    private static final EnvironmentSpec SPEC =
            new EnvironmentSpec("MountainCar-v0", ObservationSpace.floats(2), new ActionSpace.Discrete(3), 0, -110.0);

    public MountainCar() {
        super(SPEC, 0.5);
    }

    @Override
    double acceleration(float action, double cos) {
        return (ActionSpace.Discrete.index(action, 3) - 1) * FORCE + cos * -GRAVITY;
    }

    @Override
    double reward(float action, boolean terminated) {
        return -1.0;
    }
}
