package io.htsrl.policies.kernel;

/**
 * Rows anywhere in an array.
 *
 * @param values  the array
 * @param offsets where each row begins
 */
public record RowOffsets(float[] values, int[] offsets) {

    /** {@code first}, {@code stride} more, twice that more ... */
    public static int[] offsets(int first, int rows, int stride) {
        int[] offsets = new int[rows];
        for (int i = 0; i < rows; i++) {
            offsets[i] = Math.addExact(first, Math.multiplyExact(i, stride));
        }
        return offsets;
    }
}
