package io.htsrl.environments;

import io.htsrl.core.math.DeterministicMath;

/**
 * The equations of motion of {@link Acrobot}: two rods of 1 kg and 1 m with their mass in the middle (0.5 m), moments
 * of inertia 1. Stateless.
 *
 * <p>Source: Sutton and Barto, "Reinforcement Learning: An Introduction", section 11.3 of the first edition, with its
 * symbols; the NIPS paper of 1996 lacks a term. With unit masses and lengths the products are written out; the order
 * of the remaining operations is Gymnasium's.
 */
final class AcrobotDynamics {
    private static final double GRAVITY = 9.8;
    private static final double HALF_PI = Math.PI / 2;

    private AcrobotDynamics() {}

    /**
     * The time derivative of a state.
     *
     * @param state  the two angles (rad) and their velocities (rad/s)
     * @param torque on the second joint (N m)
     * @param out    receives the velocities and the accelerations
     */
    static void derivative(double[] state, double torque, double[] out) {
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
}
