package io.htsrl.replay;

import io.htsrl.core.math.DeterministicMath;

/**
 * Proportional prioritization (Schaul et al. 2016, Sec. 3.3): {@code p = (|δ| + ε)^α}, and its importance weights.
 * Immutable, any thread; the same bits everywhere. A priority above the greatest that the scale takes (at least 1024)
 * counts as that.
 */
final class PriorityRule {
    private final double alpha;
    private final double epsilon;
    private final PriorityScale scale;

    PriorityRule(double alpha, double epsilon, PriorityScale scale) {
        this.alpha = alpha;
        this.epsilon = epsilon;
        this.scale = scale;
    }

    /** The units of a TD error; {@code what} names it should it be refused. */
    long units(double tdError, String what, int index) {
        if (Double.isNaN(tdError) || Double.isInfinite(tdError)) {
            throw new IllegalArgumentException("TD error " + tdError + " of " + what + " " + index
                    + ": priorities need finite errors; if the network has diverged, lower the learning rate");
        }
        double priority = power(Math.abs(tdError) + epsilon, alpha);
        return scale.toUnits(Math.min(priority, scale.maxPriority()));
    }

    /**
     * {@code (N P(i))^-β} over the greatest of the batch: N and the total cancel, so it is
     * {@code (least units / units)^β}.
     */
    static float weight(long units, long leastUnits, double beta) {
        return (float) power((double) leastUnits / units, beta);
    }

    /** {@code base^exponent} for a positive base; 1 for exponent 0. */
    private static double power(double base, double exponent) {
        return DeterministicMath.exp(exponent * DeterministicMath.log(base));
    }
}
