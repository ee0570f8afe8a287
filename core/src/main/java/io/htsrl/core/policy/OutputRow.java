package io.htsrl.core.policy;

import io.htsrl.core.error.DivergedException;
import io.htsrl.core.math.DeterministicMath;
import java.util.Arrays;

/**
 * What is computed from the values that an output row begins with: the greatest of them, and their softmax. The one
 * place of both: who acts and who learns get the same bits. Pure functions, any thread; nothing is allocated.
 */
public final class OutputRow {

    private OutputRow() {}

    /** Which of {@code count} values is the greatest, the first of equals; none of them is NaN. */
    public static int indexOfGreatest(float[] values, int offset, int count) {
        int greatest = 0;
        for (int i = 1; i < count; i++) {
            greatest = values[offset + i] > values[offset + greatest] ? i : greatest;
        }
        return greatest;
    }

    /** The greatest of {@code count} logits; NaN where one is. */
    public static double greatest(float[] logits, int offset, int count) {
        double greatest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < count; i++) {
            greatest = Math.max(greatest, logits[offset + i]);
        }
        return greatest;
    }

    /**
     * Unnormalised softmax of one logit: 1 for the greatest.
     *
     * @param greatest of all logits: {@link #greatest}
     */
    public static double weight(float logit, double greatest) {
        return DeterministicMath.exp(logit - greatest);
    }

    /** The sum of {@code count} logits' weights, in their order: at least 1, or NaN where one is not finite. */
    public static double weights(float[] logits, int offset, int count, double greatest) {
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += weight(logits[offset + i], greatest);
        }
        return sum;
    }

    /** @throws DivergedException when one of {@code count} values is NaN; {@code of} says what each is the value of */
    static void checkNumbers(float[] values, int offset, int count, String of) {
        for (int i = 0; i < count; i++) {
            if (Float.isNaN(values[offset + i])) {
                throw new DivergedException("the value of " + of + " " + i + " is NaN", -1);
            }
        }
    }

    /** To be thrown: shows the values. */
    static DivergedException notFinite(float[] values, int offset, int count) {
        String shown = Arrays.toString(Arrays.copyOfRange(values, offset, offset + count));
        return new DivergedException("policy output " + shown + " is not finite", -1);
    }
}
