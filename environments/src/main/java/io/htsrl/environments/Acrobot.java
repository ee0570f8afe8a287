package io.htsrl.environments;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.math.DeterministicMath;

/**
 * {@code Acrobot-v1} without its time limit: swing the free end of a two-link chain above a height with a motor in
 * the joint between the links. One thread at a time. A step costs some twenty sines and cosines.
 *
 * <ul>
 *   <li>State: angle of the first link from hanging down, angle of the second relative to the first, both in
 *       [-π, π], and their velocities (rad/s), bounded by 4π and 9π. Starts uniform in [-0.1, 0.1) each, rounded to
 *       float32 as in Gymnasium. Observation: cosine and sine of either angle, the two velocities.</li>
 *   <li>Actions: 0, 1, 2 apply a torque of -1, 0, 1 N m for 0.2 s.</li>
 *   <li>Reward -1 for every step except the last, which gives 0. Terminates when the free end is one link above the
 *       fixed joint. Solved at a mean return of -100.</li>
 * </ul>
 *
 * <p>Sources: Sutton, "Generalization in reinforcement learning: successful examples using sparse coarse coding",
 * NIPS 8 (1996), with the equations of motion of Sutton and Barto's book, as in Gymnasium 1.x; one Runge-Kutta step of
 * order 4.
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
        super(SPEC, 4, PlaneView.around(200, 2.2));
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

        double d1 = 0.25 + (1.25 + cos2) + 1.0 + 1.0;
        double d2 = (0.25 + 0.5 * cos2) + 1.0;
        double phi2 = 0.5 * GRAVITY * DeterministicMath.cos(theta1 + theta2 - HALF_PI);
        double phi1 = -0.5 * (velocity2 * velocity2) * sin2
                - velocity2 * velocity1 * sin2
                + 1.5 * GRAVITY * DeterministicMath.cos(theta1 - HALF_PI)
                + phi2;
        double acceleration2 =
                (torque + d2 / d1 * phi1 - 0.5 * (velocity1 * velocity1) * sin2 - phi2) / (1.25 - d2 * d2 / d1);

        out[0] = velocity1;
        out[1] = velocity2;
        out[2] = -(d2 * acceleration2 + phi1) / d1;
        out[3] = acceleration2;
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
}
