package io.htsrl.policies.kernel;

/**
 * A weight matrix cut into panels of {@link DenseKernel#ALIGNMENT} columns, each contiguous: what one tile of a product
 * reads lies in the order in which it is read, whatever the matrix's width. Written by one thread, then read by many.
 *
 * @param bias   padded to {@code width}
 * @param values panel p's row k is the {@link DenseKernel#ALIGNMENT} floats at {@code (p * depth + k) * ALIGNMENT}
 * @param depth  rows: the inputs of one sum
 * @param width  columns, padded
 */
public record Panels(float[] bias, float[] values, int depth, int width) {

    /** Zeros. */
    public Panels(int depth, int columns) {
        this(
                new float[DenseKernel.pad(columns)],
                new float[Math.multiplyExact(depth, DenseKernel.pad(columns))],
                depth,
                DenseKernel.pad(columns));
    }

    /** Floats from a panel to the next. */
    public int panelSize() {
        return depth * DenseKernel.ALIGNMENT;
    }

    /** Where the weight of row {@code k} and column {@code j} lies. */
    public int index(int k, int j) {
        return (j / DenseKernel.ALIGNMENT * depth + k) * DenseKernel.ALIGNMENT + j % DenseKernel.ALIGNMENT;
    }
}
