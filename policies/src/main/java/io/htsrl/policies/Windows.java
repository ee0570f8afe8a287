package io.htsrl.policies;

/**
 * The inputs of many sums: window i is {@code segments} runs of {@code segmentLength} floats; run s begins at
 * {@code offsets[i] + s * segmentStride}. In an image whose channels lie side by side, a convolution's window is one run
 * for each of its rows; a dense layer's input is a single run.
 *
 * @param values        the array
 * @param offsets       where each window begins
 * @param segments      runs in a window
 * @param segmentLength floats in a run
 * @param segmentStride floats from the beginning of a run to that of the next
 */
record Windows(float[] values, int[] offsets, int segments, int segmentLength, int segmentStride) {

    int depth() {
        return segments * segmentLength;
    }
}
