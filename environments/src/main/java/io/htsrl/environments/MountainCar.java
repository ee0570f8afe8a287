package io.htsrl.environments;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.math.DeterministicMath;

/**
 * {@code MountainCar-v0} without its time limit: an underpowered car must swing to leave a valley. One thread at a
 * time.
 *
 * <ul>
 *   <li>State and observation: position in [-1.2, 0.6], velocity in [-0.07, 0.07] (both per step). Starts at a
 *       position uniform in [-0.6, -0.4), at rest.</li>
 *   <li>Actions: 0 accelerates left, 1 coasts, 2 accelerates right.</li>
 *   <li>Reward -1 for every step. Terminates at position 0.5 or beyond. Solved at a mean return of -110.</li>
 * </ul>
 *
 * <p>Sources: Moore, "Efficient memory-based learning for robot control", PhD thesis, Cambridge (1990); Sutton,
 * "Generalization in reinforcement learning", NIPS 8 (1996); Gymnasium 1.x, in its order of operations.
 */
public final class MountainCar extends DrawnEnvironment {
    private static final double MIN_POSITION = -1.2;
    private static final double MAX_POSITION = 0.6;
    private static final double MAX_SPEED = 0.07;
    private static final double GOAL = 0.5;
    private static final double FORCE = 0.001;
    private static final double GRAVITY = 0.0025;

    private static final EnvironmentSpec SPEC =
            new EnvironmentSpec("MountainCar-v0", ObservationSpace.floats(2), new ActionSpace.Discrete(3), 0, -110.0);

    public MountainCar() {
        super(SPEC, 2, MountainCarDrawing.VIEW);
    }

    @Override
    void drawInitialState() {
        state[0] = draws.nextDouble(-0.6, -0.4);
        state[1] = 0;
    }

    @Override
    public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
        int action = discrete(actions[offset], 3);
        double position = state[0];
        double velocity = state[1] + ((action - 1) * FORCE + DeterministicMath.cos(3 * position) * -GRAVITY);
        velocity = clip(velocity, -MAX_SPEED, MAX_SPEED);
        position = clip(position + velocity, MIN_POSITION, MAX_POSITION);
        if (position == MIN_POSITION && velocity < 0) {
            velocity = 0; // the left wall is inelastic
        }
        state[0] = position;
        state[1] = velocity;
        observe(out);
        result.set(-1.0, position >= GOAL && velocity >= 0, false);
    }

    @Override
    void observe(ObservationSlot out) {
        out.set(0, (float) state[0]);
        out.set(1, (float) state[1]);
    }

    @Override
    void draw(Canvas white) {
        MountainCarDrawing.draw(white, state[0], GOAL);
    }
}
