package io.htsrl.replay;

import io.htsrl.core.math.DeterministicMath;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * Converts real priorities to whole numbers of units of {@code 2^-fractionBits}, so that sums are exact and additions
 * commute. Immutable, any thread.
 *
 * <p>Range: 0 .. {@code 2^62 / capacity} units, at least 1024 as a priority by default, so that no sum of leaves can
 * overflow, with a factor of two to spare for concurrent additions. Resolution: by default {@code 2^-32} up to a
 * capacity of 2^20 and one bit less for every doubling after that; the relative error is at most 1.2e-7 for a priority
 * of 1e-3, and 2.4e-7 for its probability. A positive priority below half a unit counts as one.
 */
public final class PriorityScale {
    private static final int MAX_FRACTION_BITS = 32;
    private static final int SUM_BITS = 62;
    private static final int DEFAULT_INTEGER_BITS = 10;

    private final double unitsPerOne;
    private final long maxUnits;
    private final double maxPriority;

    /** @param fractionBits in 0 .. 52 and such that a priority of 1 fits {@code capacity} times into 62 bits */
    public PriorityScale(int capacity, int fractionBits) {
        this.maxUnits = (1L << SUM_BITS) / capacity;
        if (fractionBits < 0 || fractionBits > 52 || 1L << fractionBits > maxUnits) {
            throw new IllegalArgumentException("fraction bits " + fractionBits + " must be in 0 .. 52 and leave room"
                    + " for " + capacity + " priorities of 1 in " + SUM_BITS + " bits");
        }
        this.unitsPerOne = 1L << fractionBits;
        this.maxPriority = Math.floor(maxUnits / unitsPerOne);
    }

    /** Returns the scale for a tree of {@code capacity} leaves that accepts priorities up to at least 1024. */
    public static PriorityScale of(int capacity) {
        int capacityBits = Integer.SIZE - Integer.numberOfLeadingZeros(capacity - 1);
        return new PriorityScale(capacity, Math.min(MAX_FRACTION_BITS, SUM_BITS - DEFAULT_INTEGER_BITS - capacityBits));
    }

    /**
     * Returns the nearest whole number of units.
     *
     * @throws IllegalArgumentException for NaN, negative or infinite priorities and those above {@link #maxPriority}
     */
    public long toUnits(double priority) {
        if (!(priority >= 0 && priority <= maxPriority)) {
            throw refusal(priority);
        }
        long units = (long) Math.rint(priority * unitsPerOne);
        return units == 0 && priority > 0 ? 1 : units;
    }

    /** Returns the priority that a number of units represents. */
    public double toPriority(long units) {
        return units / unitsPerOne;
    }

    /** Returns the priorities above 0 of evenly spaced leaves, at most {@code most}. */
    double[] some(int most, int leaves, IntToLongFunction units) {
        int spacing = Math.max(1, (leaves + most - 1) / most);
        return IntStream.iterate(0, leaf -> leaf < leaves, leaf -> leaf + spacing)
                .mapToLong(units)
                .filter(each -> each > 0)
                .mapToDouble(this::toPriority)
                .toArray();
    }

    /** Returns the greatest accepted priority. */
    public double maxPriority() {
        return maxPriority;
    }

    /** Returns the greatest number of units of one leaf. */
    public long maxUnits() {
        return maxUnits;
    }

    private IllegalArgumentException refusal(double priority) {
        String rule = Double.isNaN(priority)
                ? "is not a number"
                : priority < 0
                        ? "must not be negative"
                        : "must not exceed " + maxPriority + ", so that no sum of priorities overflows";
        return new IllegalArgumentException("priority " + priority + " " + rule);
    }

    /**
     * Proportional prioritization (Schaul et al. 2016, Sec. 3.3): {@code p = (|δ| + ε)^α}, and its importance weights.
     * Immutable, any thread; the same bits everywhere. A priority above the scale's greatest (at least 1024) is clipped
     * to it.
     */
    static final class PriorityRule {
        private final double alpha;
        private final double epsilon;
        private final PriorityScale scale;

        PriorityRule(double alpha, double epsilon, PriorityScale scale) {
            this.alpha = alpha;
            this.epsilon = epsilon;
            this.scale = scale;
        }

        /** Returns the units of a TD error; {@code what} names it in the message of a refusal. */
        long units(double tdError, String what, int index) {
            if (Double.isNaN(tdError) || Double.isInfinite(tdError)) {
                throw new IllegalArgumentException("TD error " + tdError + " of " + what + " " + index
                        + ": priorities need finite errors; if the network has diverged, lower the learning rate");
            }
            double priority = power(Math.abs(tdError) + epsilon, alpha);
            return scale.toUnits(Math.min(priority, scale.maxPriority()));
        }

        /**
         * Returns {@code (N P(i))^-β} over the greatest of the batch: N and the total cancel, so it is {@code (least
         * units / units)^β}.
         */
        static float weight(long units, long leastUnits, double beta) {
            return (float) power((double) leastUnits / units, beta);
        }

        /** Returns {@code base^exponent} for a positive base; 1 for exponent 0. */
        private static double power(double base, double exponent) {
            return DeterministicMath.exp(exponent * DeterministicMath.log(base));
        }
    }
}
