package io.htsrl.core.policy;

import io.htsrl.core.error.DivergedException;
import io.htsrl.core.math.DeterministicMath;
import java.util.Arrays;

/**
 * Computes the greatest of the values at the front of an output row, and their softmax. Acting and learning both use
 * this class, so they get the same bits. Pure functions, any thread; nothing is allocated.
 */
public final class OutputRow {

    /**
     * The output of an action that the environment's mask forbids. Its weight is exactly 0, so it adds nothing to
     * probabilities, entropies and gradients.
     */
    public static final float FORBIDDEN = -Float.MAX_VALUE;

    private OutputRow() {}

    /** Returns the index of the greatest of {@code count} values, the first of equals; none may be NaN. */
    public static int indexOfGreatest(float[] values, int offset, int count) {
        int greatest = 0;
        for (int i = 1; i < count; i++) {
            greatest = values[offset + i] > values[offset + greatest] ? i : greatest;
        }
        return greatest;
    }

    /** Returns the greatest of {@code count} logits; NaN if one is NaN. */
    public static double greatest(float[] logits, int offset, int count) {
        double greatest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < count; i++) {
            greatest = Math.max(greatest, logits[offset + i]);
        }
        return greatest;
    }

    /**
     * Returns the unnormalised softmax of one logit: 1 for the greatest.
     *
     * @param greatest of all logits: {@link #greatest}
     */
    public static double weight(float logit, double greatest) {
        return DeterministicMath.exp(logit - greatest);
    }

    /** Returns the sum of {@code count} logits' weights, in their order: at least 1, or NaN if one is not finite. */
    public static double weights(float[] logits, int offset, int count, double greatest) {
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += weight(logits[offset + i], greatest);
        }
        return sum;
    }

    /** @throws DivergedException when one of {@code count} values is NaN; {@code of} names the quantity */
    static void checkNumbers(float[] values, int offset, int count, String of) {
        for (int i = 0; i < count; i++) {
            if (Float.isNaN(values[offset + i])) {
                throw new DivergedException("the value of " + of + " " + i + " is NaN", -1);
            }
        }
    }

    /** Creates the exception for non-finite values; its message shows the values. */
    static DivergedException notFinite(float[] values, int offset, int count) {
        String shown = Arrays.toString(Arrays.copyOfRange(values, offset, offset + count));
        return new DivergedException("policy output " + shown + " is not finite", -1);
    }
}
