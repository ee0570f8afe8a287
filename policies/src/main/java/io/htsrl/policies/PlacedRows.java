package io.htsrl.policies;

/**
 * Rows anywhere in an array.
 *
 * @param values  the array
 * @param offsets where each row begins
 */
public record PlacedRows(float[] values, int[] offsets) {
}
