package io.htsrl.policies.kernel;

/**
 * Where rows are written: row {@code i} begins at {@code i * stride + shift}.
 *
 * @param values the array
 * @param stride padded
 * @param shift  where row 0 begins
 */
public record OutputRows(float[] values, int stride, int shift) {}
