package io.htsrl.environments;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.environment.StepRows;
import io.htsrl.core.math.DeterministicMath;
import java.util.Arrays;
import java.util.List;

/**
 * {@code CartPole-v1} without its time limit: balance a pole on a cart that is pushed to either side. One thread at a
 * time. A step costs one sine and one cosine and allocates nothing.
 *
 * <ul>
 *   <li>State and observation: cart position (m), cart velocity (m/s), pole angle from upright (rad), its velocity
 *       (rad/s). Starts uniform in [-0.05, 0.05) each.
 *   <li>Actions: 0 pushes left, 1 pushes right, with 10 N for 0.02 s.
 *   <li>Reward 1 for every step, the last included. Terminates beyond 2.4 m or 12 degrees. Solved at a mean return of
 *       475. Gymnasium pays 0 for steps after the end; here the step after the end is {@link #reset}.
 * </ul>
 *
 * <p>Sources: Barto, Sutton and Anderson, "Neuronlike adaptive elements that can solve difficult learning control
 * problems", IEEE Trans. SMC 13 (1983); equations as corrected by Florian (2005), without friction, integrated by
 * Euler's method as in Gymnasium 1.x, in its order of operations.
 */
public final class CartPole extends DrawnEnvironment {
    private static final double GRAVITY = 9.8;
    private static final double POLE_MASS = 0.1;
    private static final double TOTAL_MASS = POLE_MASS + 1.0;
    private static final double HALF_LENGTH = 0.5;
    private static final double POLE_MASS_LENGTH = POLE_MASS * HALF_LENGTH;
    private static final double FORCE = 10.0;
    private static final double TAU = 0.02;
    private static final double MAX_POSITION = 2.4;
    private static final double MAX_ANGLE = 12 * 2 * Math.PI / 360;

    private static final EnvironmentSpec SPEC =
            new EnvironmentSpec("CartPole-v1", ObservationSpace.floats(4), new ActionSpace.Discrete(2), 0, 475.0);

    private static final Canvas.PlaneView VIEW =
            new Canvas.PlaneView(300, 200, -MAX_POSITION, -0.6, 300 / (2 * MAX_POSITION));

    public CartPole() {
        super(SPEC, 4, VIEW);
    }

    @Override
    void drawInitialState() {
        for (int i = 0; i < state.length; i++) {
            state[i] = draws.nextDouble(-0.05, 0.05);
        }
    }

    @Override
    public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
        double force = ActionSpace.Discrete.index(actions[offset], 2) == 1 ? FORCE : -FORCE;
        double angle = state[2];
        double angleVelocity = state[3];
        double cos = DeterministicMath.cos(angle);
        double sin = DeterministicMath.sin(angle);

        double temp = (force + POLE_MASS_LENGTH * (angleVelocity * angleVelocity) * sin) / TOTAL_MASS;
        double angleAcceleration =
                (GRAVITY * sin - cos * temp) / (HALF_LENGTH * (4.0 / 3.0 - POLE_MASS * (cos * cos) / TOTAL_MASS));
        double acceleration = temp - POLE_MASS_LENGTH * angleAcceleration * cos / TOTAL_MASS;

        // explicit Euler: positions move with the velocities before the push
        state[0] += TAU * state[1];
        state[1] += TAU * acceleration;
        state[2] = angle + TAU * angleVelocity;
        state[3] = angleVelocity + TAU * angleAcceleration;
        observe(out);
        result.set(1.0, Math.abs(state[0]) > MAX_POSITION || Math.abs(state[2]) > MAX_ANGLE, false);
    }

    @Override
    void observe(ObservationSlot out) {
        float[] row = out.floats();
        int at = out.offset();
        row[at] = (float) state[0];
        row[at + 1] = (float) state[1];
        row[at + 2] = (float) state[2];
        row[at + 3] = (float) state[3];
    }

    /** Draws the pole in its actual length, and the cart about as large as in Gymnasium's picture. */
    @Override
    void draw(Canvas white) {
        double x = state[0];
        double tipX = x + 2 * HALF_LENGTH * DeterministicMath.sin(state[2]);
        double tipY = 2 * HALF_LENGTH * DeterministicMath.cos(state[2]);
        white.line(Canvas.GREY, 0.02, -2 * MAX_POSITION, -0.12, 2 * MAX_POSITION, -0.12)
                .polygon(Canvas.BLACK, x - 0.2, -0.24, x + 0.2, -0.24, x + 0.2, 0, x - 0.2, 0)
                .line(Canvas.BROWN, 0.08, x, 0, tipX, tipY)
                .disc(Canvas.BLUE, x, 0, 0.05);
    }

    @Override
    StateArrays arrays(List<StateVectorEnvironment> replicas) {
        return new Batch(replicas);
    }

    /** {@link #step} of many replicas. */
    private static final class Batch extends StateArrays {
        private final double[] force = scratch();
        private final double[] sin = scratch();
        private final double[] cos = scratch();

        Batch(List<StateVectorEnvironment> replicas) {
            super(replicas);
        }

        @Override
        public void step(int from, int to, StepRows rows) {
            float[] actions = rows.actions;
            int at = rows.actionOffset - from;
            for (int i = from; i < to; i++) {
                force[i] = ActionSpace.Discrete.index(actions[at + i], 2) == 1 ? FORCE : -FORCE;
            }
            DeterministicMath.sinCos(state[2], sin, cos, from, to);
            accelerate(from, to);
            integrate(from, to);
            observe(from, to, rows);
        }

        /**
         * Replaces forces by the cart's accelerations and sines by the pole's, as {@link CartPole#step} computes them.
         */
        private void accelerate(int from, int to) {
            double[] velocities = state[3];
            for (int i = from; i < to; i++) {
                double velocity = velocities[i];
                double temp = (force[i] + POLE_MASS_LENGTH * (velocity * velocity) * sin[i]) / TOTAL_MASS;
                double ofPole = (GRAVITY * sin[i] - cos[i] * temp)
                        / (HALF_LENGTH * (4.0 / 3.0 - POLE_MASS * (cos[i] * cos[i]) / TOTAL_MASS));
                sin[i] = ofPole;
                force[i] = temp - POLE_MASS_LENGTH * ofPole * cos[i] / TOTAL_MASS;
            }
        }

        private void integrate(int from, int to) {
            advance(state[0], state[1], from, to);
            advance(state[1], force, from, to);
            advance(state[2], state[3], from, to);
            advance(state[3], sin, from, to);
        }

        private static void advance(double[] values, double[] rates, int from, int to) {
            for (int i = from; i < to; i++) {
                values[i] += TAU * rates[i];
            }
        }

        private void observe(int from, int to, StepRows rows) {
            double[] position = state[0];
            double[] velocity = state[1];
            double[] angle = state[2];
            double[] angleVelocity = state[3];
            float[] observations = rows.observations;
            byte[] endings = rows.endings;
            int at = rows.observationOffset - 4 * from;
            int row = rows.row - from;
            for (int i = from; i < to; i++) {
                double x = position[i];
                double theta = angle[i];
                observations[at + 4 * i] = (float) x;
                observations[at + 4 * i + 1] = (float) velocity[i];
                observations[at + 4 * i + 2] = (float) theta;
                observations[at + 4 * i + 3] = (float) angleVelocity[i];
                endings[row + i] = Math.abs(x) > MAX_POSITION || Math.abs(theta) > MAX_ANGLE ? StepRows.TERMINATED : 0;
            }
            Arrays.fill(rows.rewards, row + from, row + to, 1.0f);
        }
    }
}
