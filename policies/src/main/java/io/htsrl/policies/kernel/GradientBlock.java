package io.htsrl.policies.kernel;

/**
 * Block of sums within an array: row {@code i} begins at {@code shift + i * stride}.
 *
 * @param values the array
 * @param shift where row 0 begins
 * @param stride floats from a row to the next
 * @param height rows, a multiple of {@link #ROWS}
 * @param width columns, padded
 */
public record GradientBlock(float[] values, int shift, int stride, int height, int width) {
    /** Divisor of all heights. */
    public static final int ROWS = 4;

    /** Returns the least multiple of {@link #ROWS} that is at least {@code rows}. */
    public static int pad(int rows) {
        return Math.multiplyExact((rows + ROWS - 1) / ROWS, ROWS);
    }

    /** Returns the index of the sum of row {@code i} and column {@code j}. */
    public int index(int i, int j) {
        return shift + i * stride + j;
    }
}
