package io.htsrl.learners.dqn;

/**
 * Scale of learnt values, {@code h(x) = sign(x) (sqrt(|x| + 1) - 1) + ε x} with ε = 0.001 (Pohlen et al. 2018): great
 * returns need no clipped rewards. Pure functions, by IEEE operations.
 */
final class ValueRescaling {
    private static final double EPSILON = 1e-3;

    private ValueRescaling() {}

    /** Returns h(x). */
    static double scale(double x) {
        return Math.signum(x) * (Math.sqrt(Math.abs(x) + 1) - 1) + EPSILON * x;
    }

    /** Returns x where {@code y} is h(x). */
    static double unscale(double y) {
        double root = (Math.sqrt(1 + 4 * EPSILON * (Math.abs(y) + 1 + EPSILON)) - 1) / (2 * EPSILON);
        return Math.signum(y) * (root * root - 1);
    }
}
