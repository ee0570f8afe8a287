package io.htsrl.policies.kernel;

/**
 * Rows anywhere in an array.
 *
 * @param values  the array
 * @param offsets where each row begins
 */
public record PlacedRows(float[] values, int[] offsets) {

    /** The rows of a matrix with {@code stride} floats from row to row. */
    public static PlacedRows matrix(float[] values, int rows, int stride) {
        return new PlacedRows(values, offsets(rows, stride));
    }

    /** 0, {@code stride}, twice that ... */
    public static int[] offsets(int rows, int stride) {
        int[] offsets = new int[rows];
        for (int i = 1; i < rows; i++) {
            offsets[i] = Math.addExact(offsets[i - 1], stride);
        }
        return offsets;
    }
}
