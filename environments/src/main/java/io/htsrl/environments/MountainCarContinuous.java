package io.htsrl.environments;

import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSpace;

/**
 * {@code MountainCarContinuous-v0} without its time limit: {@link MountainCar} with a continuous throttle. One thread
 * at a time.
 *
 * <ul>
 *   <li>State and observation: position in [-1.2, 0.6], velocity in [-0.07, 0.07] (both per step). Starts at a position
 *       uniform in [-0.6, -0.4), at rest.
 *   <li>Action: the throttle in [-1, 1]; other values are clipped before they act on the car.
 *   <li>Reward -0.1 a², and 100 more for the step that reaches the goal. As in Gymnasium, a is the action before
 *       clipping. Terminates at position 0.45 or beyond. Solved at a mean return of 90.
 * </ul>
 *
 * <p>Numbers: Gymnasium keeps the state of this task alone as {@code float32}. As there, a step is computed in double
 * from the float32 state, the goal is tested on the double result, and position and velocity are rounded to float32 at
 * the end; the initial state is not rounded.
 *
 * <p>Sources: Moore, "Efficient memory-based learning for robot control", PhD thesis, Cambridge (1990); Gymnasium 1.x,
 * in its order of operations.
 */
public final class MountainCarContinuous extends MountainCarTask {
    private static final double POWER = 0.0015;
    private static final double GRAVITY = 0.0025;

    private static final EnvironmentSpec SPEC =
            new EnvironmentSpec("MountainCarContinuous-v0", ObservationSpace.floats(2), symmetric(1.0f), 0, 90.0);

    public MountainCarContinuous() {
        super(SPEC, 0.45);
    }

    @Override
    double acceleration(float action, double cos) {
        return clipped(action, 1.0) * POWER - GRAVITY * cos;
    }

    @Override
    double reward(float action, boolean terminated) {
        return (terminated ? 100.0 : 0.0) - (double) action * action * 0.1;
    }

    @Override
    double kept(double value) {
        return (float) value;
    }
}
