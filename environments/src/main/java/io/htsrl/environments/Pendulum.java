package io.htsrl.environments;

import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.math.DeterministicMath;

/**
 * {@code Pendulum-v1} without its time limit: swing a pendulum up and hold it there with a weak motor. One thread at
 * a time.
 *
 * <ul>
 *   <li>State: angle from upright (rad, not wrapped), velocity in [-8, 8] (rad/s). Starts uniform in [-π, π) and
 *       [-1, 1). Observation: cosine and sine of the angle, velocity.</li>
 *   <li>Action: the torque in [-2, 2] (N m); other values are clipped.</li>
 *   <li>Reward -(θ² + 0.1 θ'² + 0.001 u²) of the state before the step, θ wrapped to [-π, π) and u clipped. Never
 *       terminates; no reward threshold is published.</li>
 * </ul>
 *
 * <p>Source: Gymnasium 1.x, in its order of operations, with g = 10, m = l = 1, steps of 0.05 s.
 */
public final class Pendulum extends DrawnEnvironment {
    private static final double MAX_SPEED = 8.0;
    private static final double MAX_TORQUE = 2.0;
    private static final double TAU = 0.05;
    private static final double GRAVITY_GAIN = 3 * 10.0 / 2;
    private static final double TORQUE_GAIN = 3.0;
    private static final double TURN = 2 * Math.PI;

    private static final EnvironmentSpec SPEC = new EnvironmentSpec(
            "Pendulum-v1", ObservationSpace.floats(3), symmetric((float) MAX_TORQUE), 0, Double.NaN);

    public Pendulum() {
        super(SPEC, 2, PlaneView.around(200, 1.3));
    }

    @Override
    void drawInitialState() {
        state[0] = draws.nextDouble(-Math.PI, Math.PI);
        state[1] = draws.nextDouble(-1.0, 1.0);
    }

    @Override
    public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
        double torque = clipped(actions[offset], MAX_TORQUE);
        double angle = state[0];
        double velocity = state[1];
        double error = wrapped(angle);
        double cost = error * error + 0.1 * (velocity * velocity) + 0.001 * (torque * torque);

        double push = GRAVITY_GAIN * DeterministicMath.sin(angle) + TORQUE_GAIN * torque;
        double newVelocity = clip(velocity + push * TAU, -MAX_SPEED, MAX_SPEED);
        state[0] = angle + newVelocity * TAU;
        state[1] = newVelocity;
        observe(out);
        result.set(-cost, false, false);
    }

    @Override
    void observe(ObservationSlot out) {
        out.set(0, (float) DeterministicMath.cos(state[0]));
        out.set(1, (float) DeterministicMath.sin(state[0]));
        out.set(2, (float) state[1]);
    }

    @Override
    void draw(Canvas white) {
        white.line(Canvas.RED, 0.2, 0, 0, -DeterministicMath.sin(state[0]), DeterministicMath.cos(state[0]))
                .disc(Canvas.BLACK, 0, 0, 0.05);
    }

    /** Returns the angle in {@code [-π, π)}; the remainder has the sign of the divisor, as in Python. */
    private static double wrapped(double angle) {
        double remainder = (angle + Math.PI) % TURN;
        return (remainder < 0 ? remainder + TURN : remainder) - Math.PI;
    }
}
