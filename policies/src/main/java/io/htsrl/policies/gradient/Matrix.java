package io.htsrl.policies.gradient;

import io.htsrl.policies.kernel.CacheAlignment;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.RowOffsets;

/**
 * The activations of one layer, a padded row for each row of a minibatch, and the gradient with respect to them.
 *
 * @param columns   that mean something
 * @param width     floats from a row to the next: {@code columns}, padded
 * @param values    {@code [rows][width]}, from {@link CacheAlignment#ORIGIN} on
 * @param gradients {@code [rows][width]}, from there on; null where nobody needs them
 */
record Matrix(int columns, int width, float[] values, float[] gradients) {
    /**
     * Rows that lie a multiple of 512 bytes apart fall on an eighth or less of the first-level cache's sets: a block of
     * them, which fits the cache, throws itself out. Measured at 256 columns: products take 1.3 times as long.
     */
    private static final int CROWDED = 128;

    static Matrix activations(int rows, int columns) {
        return withGradients(rows, columns, DenseKernel.pad(columns));
    }

    /** Activations of a layer of units, whose rows lie apart as the cache likes it. */
    static Matrix units(int rows, int columns) {
        int width = DenseKernel.pad(columns);
        return withGradients(rows, columns, width % CROWDED == 0 ? width + DenseKernel.ALIGNMENT : width);
    }

    private static Matrix withGradients(int rows, int columns, int width) {
        int size = Math.multiplyExact(rows, width);
        return new Matrix(columns, width, CacheAlignment.floats(size), CacheAlignment.floats(size));
    }

    /** Without a gradient. */
    static Matrix observations(int rows, int columns) {
        int width = DenseKernel.pad(columns);
        return new Matrix(columns, width, CacheAlignment.floats(Math.multiplyExact(rows, width)), null);
    }

    /** Where a row begins. */
    int at(int row) {
        return CacheAlignment.ORIGIN + row * width;
    }

    /** Where each of so many rows begins. */
    int[] offsets(int rows) {
        return RowOffsets.offsets(CacheAlignment.ORIGIN, rows, width);
    }

    /** As many rows as there are. */
    int rows() {
        return (values.length - CacheAlignment.ORIGIN) / width;
    }

    Matrix withoutGradients() {
        return new Matrix(columns, width, values, null);
    }

    /** Copies {@code count} columns of rows {@code first} and following out of {@code from}. */
    static void copyRows(
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
