package io.htsrl.policies.kernel;

/**
 * Weight matrix divided into contiguous panels of {@link DenseKernel#ALIGNMENT} columns, so that a tile of a product
 * reads its weights in order for any width of the matrix. Written by one thread, then read by many.
 *
 * @param bias holds {@code width} biases from {@code biasOffset}
 * @param biasOffset offset of the first bias
 * @param values panel p's row k is the {@link DenseKernel#ALIGNMENT} floats at {@code offset + (p * depth + k) *
 *     ALIGNMENT}
 * @param offset offset of panel 0
 * @param depth rows: the inputs of one sum
 * @param width columns, padded
 */
public record PackedWeights(float[] bias, int biasOffset, float[] values, int offset, int depth, int width) {

    /** Creates weights of zeros. */
    public PackedWeights(int depth, int columns) {
        this(
                CacheAlignment.floats(DenseKernel.pad(columns)),
                CacheAlignment.ORIGIN,
                CacheAlignment.floats(Math.multiplyExact(depth, DenseKernel.pad(columns))),
                CacheAlignment.ORIGIN,
                depth,
                DenseKernel.pad(columns));
    }

    /** Returns the floats from a panel to the next. */
    public int panelSize() {
        return depth * DenseKernel.ALIGNMENT;
    }

    /**
     * Returns the panels of {@code count} columns from {@code column} on, both multiples of
     * {@link DenseKernel#ALIGNMENT}.
     */
    public PackedWeights columns(int column, int count) {
        return new PackedWeights(bias, biasOffset + column, values, index(0, column), depth, count);
    }

    /** Returns the panels without the first {@code k} rows. The panel size does not change. */
    public PackedWeights from(int k) {
        return new PackedWeights(bias, biasOffset, values, offset + k * DenseKernel.ALIGNMENT, depth, width);
    }

    /** Copies {@code count} floats to the columns of row {@code k} from {@code column} on. */
    public void setRow(int k, int column, float[] from, int at, int count) {
        int done = 0;
        while (done < count) {
            int j = column + done;
            int part = Math.min(count - done, DenseKernel.ALIGNMENT - j % DenseKernel.ALIGNMENT);
            if (part == DenseKernel.ALIGNMENT) {
                copyWhole(from, at + done, values, index(k, j));
            } else {
                System.arraycopy(from, at + done, values, index(k, j), part);
            }
            done += part;
        }
    }

    /** Copies a constant length, which the JIT compiler turns into a few moves instead of a call. */
    private static void copyWhole(float[] from, int at, float[] to, int target) {
        for (int i = 0; i < DenseKernel.ALIGNMENT; i++) {
            to[target + i] = from[at + i];
        }
    }

    /** Copies one float after another from {@code at} on, each to its index in {@link #values}. */
    public void scatter(float[] from, int at, int[] indices) {
        for (int i = 0; i < indices.length; i++) {
            values[indices[i]] = from[at + i];
        }
    }

    /** Returns the index of the weight of row {@code k} and column {@code j}. */
    public int index(int k, int j) {
        return offset + (j / DenseKernel.ALIGNMENT * depth + k) * DenseKernel.ALIGNMENT + j % DenseKernel.ALIGNMENT;
    }
}
