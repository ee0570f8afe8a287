package io.htsrl.policies.kernel;

/**
 * Inputs of many sums: window i is {@code runs} runs of {@code runLength} floats; run r begins at {@code offsets[i] + r
 * * runStride}. In an image, a convolution's window is one run for each of its rows of blocks; a dense layer's input is
 * a single run.
 *
 * @param values the array
 * @param offsets offset of each window
 * @param runs of a window
 * @param runLength floats in a run
 * @param runStride floats from the beginning of a run to that of the next
 */
public record Windows(float[] values, int[] offsets, int runs, int runLength, int runStride) {

    /**
     * Number of floats in one run of a dense layer's input. With four vectors of weights each, 32 KB: more would not
     * stay in a first-level cache, and each run costs a reading and a writing of the sums.
     */
    private static final int RUN = 128;

    /**
     * Creates windows of rows of {@code columns} floats. Rows of a multiple of the run's length are divided into runs,
     * so that the weights of a run stay in the cache.
     */
    public static Windows ofRows(float[] values, int[] offsets, int columns) {
        int run = columns % RUN == 0 ? RUN : 2 * columns % RUN == 0 ? RUN / 2 : columns;
        return new Windows(values, offsets, columns / run, run, run);
    }

    public int depth() {
        return runs * runLength;
    }
}
