package io.htsrl.environments;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.environment.StepRows;
import io.htsrl.core.math.DeterministicMath;
import java.util.List;

/**
 * {@code Acrobot-v1} without its time limit: swing the free end of a two-link chain above a height with a motor in the
 * joint between the links. One thread at a time. A step costs some twenty sines and cosines.
 *
 * <ul>
 *   <li>State: angle of the first link from hanging down, angle of the second relative to the first, both in [-π, π],
 *       and their velocities (rad/s), bounded by 4π and 9π. Starts uniform in [-0.1, 0.1) each, rounded to float32 as
 *       in Gymnasium. Observation: cosine and sine of either angle, the two velocities.
 *   <li>Actions: 0, 1, 2 apply a torque of -1, 0, 1 N m for 0.2 s.
 *   <li>Reward -1 for every step except the last, which gives 0. Terminates when the free end is one link above the
 *       fixed joint. Solved at a mean return of -100.
 * </ul>
 *
 * <p>Sources: Sutton, "Generalization in reinforcement learning: successful examples using sparse coarse coding", NIPS
 * 8 (1996), with the equations of motion of Sutton and Barto's book, as in Gymnasium 1.x; one Runge-Kutta step of order
 * 4.
 */
public final class Acrobot extends DrawnEnvironment {
    private static final double TAU = 0.2;
    private static final double GRAVITY = 9.8;
    private static final double HALF_PI = Math.PI / 2;
    private static final double MAX_VELOCITY_1 = 4 * Math.PI;
    private static final double MAX_VELOCITY_2 = 9 * Math.PI;

    private static final EnvironmentSpec SPEC =
            new EnvironmentSpec("Acrobot-v1", ObservationSpace.floats(6), new ActionSpace.Discrete(3), 0, -100.0);

    // scratch of one step, not part of the state
    private final double[] point = new double[4];
    private final double[] k1 = new double[4];
    private final double[] k2 = new double[4];
    private final double[] k3 = new double[4];
    private final double[] k4 = new double[4];

    public Acrobot() {
        super(SPEC, 4, Canvas.PlaneView.around(200, 2.2));
    }

    @Override
    void drawInitialState() {
        for (int i = 0; i < state.length; i++) {
            state[i] = (float) draws.nextDouble(-0.1, 0.1);
        }
    }

    @Override
    public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
        double torque = ActionSpace.Discrete.index(actions[offset], 3) - 1.0;
        integrate(torque);
        state[0] = wrapped(state[0]);
        state[1] = wrapped(state[1]);
        state[2] = clip(state[2], -MAX_VELOCITY_1, MAX_VELOCITY_1);
        state[3] = clip(state[3], -MAX_VELOCITY_2, MAX_VELOCITY_2);
        observe(out);
        boolean terminated = -DeterministicMath.cos(state[0]) - DeterministicMath.cos(state[1] + state[0]) > 1.0;
        result.set(terminated ? 0.0 : -1.0, terminated, false);
    }

    @Override
    void observe(ObservationSlot out) {
        out.set(0, (float) DeterministicMath.cos(state[0]));
        out.set(1, (float) DeterministicMath.sin(state[0]));
        out.set(2, (float) DeterministicMath.cos(state[1]));
        out.set(3, (float) DeterministicMath.sin(state[1]));
        out.set(4, (float) state[2]);
        out.set(5, (float) state[3]);
    }

    /** Draws two links of length 1, and the height that the free end must reach. */
    @Override
    void draw(Canvas white) {
        double jointX = DeterministicMath.sin(state[0]);
        double jointY = -DeterministicMath.cos(state[0]);
        double endX = jointX + DeterministicMath.sin(state[0] + state[1]);
        double endY = jointY - DeterministicMath.cos(state[0] + state[1]);
        white.line(Canvas.GREY, 0.02, -3, 1, 3, 1)
                .line(Canvas.BLUE, 0.15, 0, 0, jointX, jointY)
                .line(Canvas.BROWN, 0.15, jointX, jointY, endX, endY)
                .disc(Canvas.BLACK, 0, 0, 0.08)
                .disc(Canvas.BLACK, jointX, jointY, 0.08);
    }

    /** Integrates one step of {@link #TAU} by the classic Runge-Kutta method of order 4. */
    private void integrate(double torque) {
        derivative(state, torque, k1);
        derivative(ahead(TAU / 2, k1), torque, k2);
        derivative(ahead(TAU / 2, k2), torque, k3);
        derivative(ahead(TAU, k3), torque, k4);
        for (int i = 0; i < state.length; i++) {
            state[i] = state[i] + TAU / 6.0 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
        }
    }

    /**
     * Computes the time derivative of a state: two rods of 1 kg and 1 m with their mass in the middle (0.5 m), moments
     * of inertia 1. In the symbols of Sutton and Barto's book (section 11.3 of the first edition); the paper of 1996
     * lacks a term. Products with unit masses and lengths are simplified; the other operations are in Gymnasium's
     * order.
     *
     * @param out receives the velocities and the accelerations
     */
    private static void derivative(double[] state, double torque, double[] out) {
        double theta1 = state[0];
        double theta2 = state[1];
        double velocity1 = state[2];
        double velocity2 = state[3];
        double cos2 = DeterministicMath.cos(theta2);
        double sin2 = DeterministicMath.sin(theta2);

        double d1 = inertia1(cos2);
        double d2 = inertia2(cos2);
        double phi2 = 0.5 * GRAVITY * DeterministicMath.cos(theta1 + theta2 - HALF_PI);
        double phi1 = phi1(velocity1, velocity2, sin2, DeterministicMath.cos(theta1 - HALF_PI), phi2);
        double acceleration2 = acceleration2(torque, d1, d2, phi1, phi2, velocity1, sin2);

        out[0] = velocity1;
        out[1] = velocity2;
        out[2] = -(d2 * acceleration2 + phi1) / d1;
        out[3] = acceleration2;
    }

    private static double inertia1(double cos2) {
        return 0.25 + (1.25 + cos2) + 1.0 + 1.0;
    }

    private static double inertia2(double cos2) {
        return (0.25 + 0.5 * cos2) + 1.0;
    }

    private static double phi1(double velocity1, double velocity2, double sin2, double cos1, double phi2) {
        return -0.5 * (velocity2 * velocity2) * sin2 - velocity2 * velocity1 * sin2 + 1.5 * GRAVITY * cos1 + phi2;
    }

    private static double acceleration2(
            double torque, double d1, double d2, double phi1, double phi2, double velocity1, double sin2) {
        return (torque + d2 / d1 * phi1 - 0.5 * (velocity1 * velocity1) * sin2 - phi2) / (1.25 - d2 * d2 / d1);
    }

    private double[] ahead(double time, double[] slope) {
        for (int i = 0; i < point.length; i++) {
            point[i] = state[i] + time * slope[i];
        }
        return point;
    }

    /** Wraps an angle into {@code [-π, π]} by whole turns; bounded velocities need few of them. */
    private static double wrapped(double angle) {
        double turned = angle;
        while (turned > Math.PI) {
            turned -= 2 * Math.PI;
        }
        while (turned < -Math.PI) {
            turned += 2 * Math.PI;
        }
        return turned;
    }

    @Override
    StateArrays arrays(List<StateVectorEnvironment> replicas) {
        return new Batch(replicas);
    }

    /** {@link #step} of many replicas: sines and cosines together, the rest in its order of operations. */
    private static final class Batch extends StateArrays {
        private final double[] torque = scratch();
        private final double[] angle = scratch();
        private final double[] sin = scratch();
        private final double[][] cos = {scratch(), scratch(), scratch()};
        private final double[] sin2 = scratch();
        private final double[][] point = fields();
        private final double[][][] slopes = {fields(), fields(), fields(), fields()};

        Batch(List<StateVectorEnvironment> replicas) {
            super(replicas);
        }

        private double[][] fields() {
            return new double[][] {scratch(), scratch(), scratch(), scratch()};
        }

        @Override
        public void step(int from, int to, StepRows rows) {
            for (int i = from; i < to; i++) {
                torque[i] = ActionSpace.Discrete.index(rows.actions[rows.actionOffset + i - from], 3) - 1.0;
            }
            differentiate(state, from, to, slopes[0]);
            differentiate(ahead(TAU / 2, slopes[0], from, to), from, to, slopes[1]);
            differentiate(ahead(TAU / 2, slopes[1], from, to), from, to, slopes[2]);
            differentiate(ahead(TAU, slopes[2], from, to), from, to, slopes[3]);
            for (int field = 0; field < state.length; field++) {
                double[] k1 = slopes[0][field];
                double[] k2 = slopes[1][field];
                double[] k3 = slopes[2][field];
                double[] k4 = slopes[3][field];
                double[] values = state[field];
                for (int i = from; i < to; i++) {
                    values[i] = values[i] + TAU / 6.0 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
                }
            }
            observe(from, to, rows);
        }

        private double[][] ahead(double time, double[][] slope, int from, int to) {
            for (int field = 0; field < state.length; field++) {
                for (int i = from; i < to; i++) {
                    point[field][i] = state[field][i] + time * slope[field][i];
                }
            }
            return point;
        }

        private void differentiate(double[][] at, int from, int to, double[][] out) {
            DeterministicMath.sinCos(at[1], sin2, cos[2], from, to);
            for (int i = from; i < to; i++) {
                angle[i] = at[0][i] + at[1][i] - HALF_PI;
            }
            DeterministicMath.sinCos(angle, sin, cos[1], from, to);
            for (int i = from; i < to; i++) {
                angle[i] = at[0][i] - HALF_PI;
            }
            DeterministicMath.sinCos(angle, sin, cos[0], from, to);
            for (int i = from; i < to; i++) {
                double velocity1 = at[2][i];
                double velocity2 = at[3][i];
                out[0][i] = velocity1;
                out[1][i] = velocity2;
                double d1 = inertia1(cos[2][i]);
                double d2 = inertia2(cos[2][i]);
                double phi2 = 0.5 * GRAVITY * cos[1][i];
                double phi1 = phi1(velocity1, velocity2, sin2[i], cos[0][i], phi2);
                double acceleration2 = acceleration2(torque[i], d1, d2, phi1, phi2, velocity1, sin2[i]);
                out[2][i] = -(d2 * acceleration2 + phi1) / d1;
                out[3][i] = acceleration2;
            }
        }

        private void observe(int from, int to, StepRows rows) {
            for (int i = from; i < to; i++) {
                state[0][i] = wrapped(state[0][i]);
                state[1][i] = wrapped(state[1][i]);
                state[2][i] = clip(state[2][i], -MAX_VELOCITY_1, MAX_VELOCITY_1);
                state[3][i] = clip(state[3][i], -MAX_VELOCITY_2, MAX_VELOCITY_2);
                angle[i] = state[1][i] + state[0][i];
            }
            DeterministicMath.sinCos(angle, sin, cos[2], from, to);
            DeterministicMath.sinCos(state[0], sin, cos[0], from, to);
            DeterministicMath.sinCos(state[1], sin2, cos[1], from, to);
            int at = rows.observationOffset;
            for (int i = from; i < to; i++, at += 6) {
                rows.observations[at] = (float) cos[0][i];
                rows.observations[at + 1] = (float) sin[i];
                rows.observations[at + 2] = (float) cos[1][i];
                rows.observations[at + 3] = (float) sin2[i];
                rows.observations[at + 4] = (float) state[2][i];
                rows.observations[at + 5] = (float) state[3][i];
                boolean terminated = -cos[0][i] - cos[2][i] > 1.0;
                rows.rewards[rows.row + i - from] = terminated ? 0 : -1;
                rows.endings[rows.row + i - from] = terminated ? StepRows.TERMINATED : 0;
            }
        }
    }
}
