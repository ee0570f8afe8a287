package io.htsrl.policies.kernel;

/**
 * Rows at any offsets of an array.
 *
 * @param values the array
 * @param offsets offset of each row
 */
public record RowOffsets(float[] values, int[] offsets) {

    /** Returns {@code first}, {@code first + stride}, {@code first + 2 * stride} ... */
    public static int[] offsets(int first, int rows, int stride) {
        int[] offsets = new int[rows];
        for (int i = 0; i < rows; i++) {
            offsets[i] = Math.addExact(first, Math.multiplyExact(i, stride));
        }
        return offsets;
    }
}
