package io.htsrl.policies.kernel;

/**
 * Rows anywhere in an array.
 *
 * @param values  the array
 * @param offsets where each row begins
 */
public record RowOffsets(float[] values, int[] offsets) {

    /** The rows of a matrix with {@code stride} floats from row to row. */
    public static RowOffsets matrix(float[] values, int rows, int stride) {
        return new RowOffsets(values, offsets(0, rows, stride));
    }

    /** {@code first}, {@code stride} more, twice that more ... */
    public static int[] offsets(int first, int rows, int stride) {
        int[] offsets = new int[rows];
        for (int i = 0; i < rows; i++) {
            offsets[i] = Math.addExact(first, Math.multiplyExact(i, stride));
        }
        return offsets;
    }
}
