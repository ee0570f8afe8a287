package io.htsrl.policies.kernel;

/**
 * The inputs of many sums: window i is {@code runs} runs of {@code runLength} floats; run r begins at
 * {@code offsets[i] + r * runStride}. In an image, a convolution's window is one run for each of its rows of
 * blocks; a dense layer's input is a single run.
 *
 * @param values    the array
 * @param offsets   where each window begins
 * @param runs      of a window
 * @param runLength floats in a run
 * @param runStride floats from the beginning of a run to that of the next
 */
public record Windows(float[] values, int[] offsets, int runs, int runLength, int runStride) {

    public int depth() {
        return runs * runLength;
    }
}
