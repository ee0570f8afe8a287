package io.htsrl.environments;

import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.environment.StepRows;
import io.htsrl.core.math.DeterministicMath;
import java.util.List;

/**
 * {@code Pendulum-v1} without its time limit: swing a pendulum up and hold it there with a weak motor. One thread at a
 * time.
 *
 * <ul>
 *   <li>State: angle from upright (rad, not wrapped), velocity in [-8, 8] (rad/s). Starts uniform in [-π, π) and [-1,
 *       1). Observation: cosine and sine of the angle, velocity.
 *   <li>Action: the torque in [-2, 2] (N m); other values are clipped.
 *   <li>Reward -(θ² + 0.1 θ'² + 0.001 u²) of the state before the step, θ wrapped to [-π, π) and u clipped. Never
 *       terminates; no reward threshold is published.
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
        super(SPEC, 2, Canvas.PlaneView.around(200, 1.3));
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
        double cost = cost(angle, state[1], torque);
        state[1] = accelerated(state[1], DeterministicMath.sin(angle), torque);
        state[0] = angle + state[1] * TAU;
        observe(out);
        result.set(-cost, false, false);
    }

    private static double cost(double angle, double velocity, double torque) {
        double error = wrapped(angle);
        return error * error + 0.1 * (velocity * velocity) + 0.001 * (torque * torque);
    }

    /** Returns the velocity after a step. */
    private static double accelerated(double velocity, double sin, double torque) {
        double push = GRAVITY_GAIN * sin + TORQUE_GAIN * torque;
        return clip(velocity + push * TAU, -MAX_SPEED, MAX_SPEED);
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
        double shifted = angle + Math.PI;
        double remainder = shifted >= 0 && shifted < TURN ? shifted : shifted % TURN; // that is slow
        return (remainder < 0 ? remainder + TURN : remainder) - Math.PI;
    }

    @Override
    StateArrays arrays(List<StateVectorEnvironment> replicas) {
        return new Batch(replicas);
    }

    /** {@link #step} of many replicas: sines and cosines together. */
    private static final class Batch extends StateArrays {
        private final double[] sin = scratch();
        private final double[] cos = scratch();

        Batch(List<StateVectorEnvironment> replicas) {
            super(replicas);
        }

        @Override
        public void step(int from, int to, StepRows rows) {
            double[] angles = state[0];
            double[] velocities = state[1];
            DeterministicMath.sinCos(angles, sin, cos, from, to);
            for (int i = from; i < to; i++) {
                double torque = clipped(rows.actions[rows.actionOffset + i - from], MAX_TORQUE);
                rows.rewards[rows.row + i - from] = (float) -cost(angles[i], velocities[i], torque);
                rows.endings[rows.row + i - from] = 0;
                velocities[i] = accelerated(velocities[i], sin[i], torque);
                angles[i] = angles[i] + velocities[i] * TAU;
            }
            DeterministicMath.sinCos(angles, sin, cos, from, to);
            int at = rows.observationOffset;
            for (int i = from; i < to; i++, at += 3) {
                rows.observations[at] = (float) cos[i];
                rows.observations[at + 1] = (float) sin[i];
                rows.observations[at + 2] = (float) velocities[i];
            }
        }
    }
}
