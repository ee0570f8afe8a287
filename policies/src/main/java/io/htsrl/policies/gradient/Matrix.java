package io.htsrl.policies.gradient;

import io.htsrl.policies.image.Image;
import io.htsrl.policies.kernel.CacheAlignment;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.RowOffsets;

/**
 * Activations of one layer, a padded row for each row of a minibatch, and their gradient.
 *
 * @param columns columns without padding
 * @param width floats from a row to the next: {@code columns}, padded
 * @param values {@code [rows][width]}, from {@link CacheAlignment#ORIGIN} on
 * @param gradients {@code [rows][width]}, from there on; null where not used
 */
public record Matrix(int columns, int width, float[] values, float[] gradients) {
    /**
     * Number of floats whose multiples are bad row lengths: rows a multiple of 512 bytes apart use an eighth or less of
     * the first-level cache's sets, so that a block that fits the cache evicts itself. Measured at 256 columns:
     * products take 1.3 times as long.
     */
    private static final int CROWDED = 128;

    /** Creates the activations of a layer and their gradient. */
    public static Matrix activations(int rows, int columns) {
        return observations(rows, columns).withOwnGradients();
    }

    /** Creates a matrix without a gradient; its rows are padded to distances that suit the cache. */
    public static Matrix observations(int rows, int columns) {
        int padded = DenseKernel.pad(columns);
        int width = padded % CROWDED == 0 ? padded + DenseKernel.ALIGNMENT : padded;
        return new Matrix(columns, width, CacheAlignment.floats(Math.multiplyExact(rows, width)), null);
    }

    /** Returns the values as images of single pixels, one in each row. */
    public Image images(int channels, int height, int width) {
        return new Image(channels, height, width, 0, 1, this.width - columns, values);
    }

    /** Returns the offset of a row. */
    public int at(int row) {
        return CacheAlignment.ORIGIN + row * width;
    }

    /** Returns the offset of each of {@code rows} rows. */
    public int[] offsets(int rows) {
        return RowOffsets.offsets(CacheAlignment.ORIGIN, rows, width);
    }

    /** Returns the number of rows. */
    public int rows() {
        return (values.length - CacheAlignment.ORIGIN) / width;
    }

    public Matrix withoutGradients() {
        return new Matrix(columns, width, values, null);
    }

    /** Returns these values with separate gradients. */
    public Matrix withOwnGradients() {
        return new Matrix(columns, width, values, new float[values.length]);
    }

    /** Copies {@code count} columns of rows {@code first} and following out of {@code from}. */
    public static void copyRows(
            int first,
            int rows,
            float[] from,
            int fromAt,
            int fromWidth,
            float[] to,
            int toAt,
            int toWidth,
            int count) {
        for (int row = first; row < first + rows; row++) {
            System.arraycopy(from, row * fromWidth + fromAt, to, row * toWidth + toAt, count);
        }
    }
}
