package io.htsrl.core.random;

import io.htsrl.core.math.DeterministicMath;

/**
 * Computes standard normal variables from two uniform ones in {@code [0, 1)} (Box and Muller, 1958), the cosine's
 * branch. It has two versions, whose last bits differ: initial parameters are drawn with {@link StrictMath}, since
 * every digest begins with them. Pure functions, any thread.
 */
public final class BoxMuller {

    private BoxMuller() {}

    /** Computes with {@link DeterministicMath}; allocates nothing. */
    public static double normal(double first, double second) {
        return Math.sqrt(-2 * DeterministicMath.log(1 - first)) * DeterministicMath.cos(2 * Math.PI * second);
    }

    /** Computes with {@link StrictMath}, for initial parameters. */
    public static double strictNormal(double first, double second) {
        return StrictMath.sqrt(-2 * StrictMath.log(1 - first)) * StrictMath.cos(2 * Math.PI * second);
    }
}
