package io.htsrl.core.random;

import io.htsrl.core.math.DeterministicMath;

/**
 * Standard normal variables from two uniform ones in {@code [0, 1)} (Box and Muller, 1958), the cosine's branch. In two
 * arithmetics, whose last bits differ: first parameters have been drawn with {@link StrictMath} since the first run,
 * and every digest begins with them. Pure functions, any thread.
 */
public final class BoxMuller {

    private BoxMuller() {}

    /** By {@link DeterministicMath}; allocates nothing. */
    public static double normal(double first, double second) {
        return Math.sqrt(-2 * DeterministicMath.log(1 - first)) * DeterministicMath.cos(2 * Math.PI * second);
    }

    /** By {@link StrictMath}, for first parameters. */
    public static double strictNormal(double first, double second) {
        return StrictMath.sqrt(-2 * StrictMath.log(1 - first)) * StrictMath.cos(2 * Math.PI * second);
    }
}
