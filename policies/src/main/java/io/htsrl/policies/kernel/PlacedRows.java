package io.htsrl.policies.kernel;

/**
 * Rows anywhere in an array.
 *
 * @param values  the array
 * @param offsets where each row begins
 */
public record PlacedRows(float[] values, int[] offsets) {}
