package io.htsrl.core.policy;

import io.htsrl.core.environment.ObservationArray;

/**
 * Which observation rows a forward pass reads: the array they live in and where each row lies in it. Rows stay where
 * the executors wrote them. Owned and reused by one thread; {@link #add} beyond the capacity is an error of the caller.
 *
 * <p>A row is a stack of S frames, the oldest first; S is 1 where observations are not stacked. Frames are stored once:
 * each lies {@code stride} elements before the next newer one of its stack. Where an episode has fewer than S frames so
 * far, its first one stands in for those before it.
 */
public final class ObservationBatch {
    private final int[] offsets;
    private final int[] depths;
    private float[] floats;
    private byte[] bytes;
    private int frames = 1;
    private int stride;
    private int rows;

    public ObservationBatch(int capacity) {
        offsets = new int[capacity];
        depths = new int[capacity];
    }

    /** Empties the batch and points it at {@code float} rows of one frame. */
    public void over(float[] array) {
        over(array, 1, 0);
    }

    /**
     * Empties the batch and points it at {@code float} rows.
     *
     * @param newFrames S, frames in a row
     * @param newStride elements from a frame to the next newer one
     */
    public void over(float[] array, int newFrames, int newStride) {
        floats = array;
        bytes = null;
        begin(newFrames, newStride);
    }

    /** Empties the batch and points it at {@code uint8} rows, as {@link #over(float[], int, int)}. */
    public void over(byte[] array, int newFrames, int newStride) {
        bytes = array;
        floats = null;
        begin(newFrames, newStride);
    }

    /** Empties the batch and points it at rows of that kind, as {@link #over(float[], int, int)}. */
    public void over(ObservationArray array, int newFrames, int newStride) {
        floats = array.floats();
        bytes = array.bytes();
        begin(newFrames, newStride);
    }

    private void begin(int newFrames, int newStride) {
        frames = newFrames;
        stride = newStride;
        rows = 0;
    }

    /** Becomes rows {@code from .. from + count} of another batch, over the same array. */
    public void copy(ObservationBatch other, int from, int count) {
        floats = other.floats;
        bytes = other.bytes;
        begin(other.frames, other.stride);
        System.arraycopy(other.offsets, from, offsets, 0, count);
        System.arraycopy(other.depths, from, depths, 0, count);
        rows = count;
    }

    /** Adds the row whose newest frame begins at {@code offset}, all of whose frames are there. */
    public void add(int offset) {
        add(offset, frames);
    }

    /**
     * Adds the row whose newest frame begins at {@code offset}.
     *
     * @param depth 1 .. S: how many of its frames are there, counted from the newest
     */
    public void add(int offset, int depth) {
        offsets[rows] = offset;
        depths[rows++] = depth;
    }

    public int rows() {
        return rows;
    }

    /** S, frames in a row. */
    public int frames() {
        return frames;
    }

    /** Where the newest frame of {@code row} begins; the row itself where S is 1. */
    public int offset(int row) {
        return offsets[row];
    }

    /** How many frames of {@code row} are there, counted from the newest. */
    public int depth(int row) {
        return depths[row];
    }

    /** Elements from a frame to the next newer one. */
    public int stride() {
        return stride;
    }

    /** Where frame {@code frame} of {@code row} begins; 0 is the oldest, S - 1 the newest. */
    public int frameOffset(int row, int frame) {
        return offsets[row] - Math.min(frames - 1 - frame, depths[row] - 1) * stride;
    }

    /** The array of float rows, or null. */
    public float[] floats() {
        return floats;
    }

    /** The array of {@code uint8} rows, or null. */
    public byte[] bytes() {
        return bytes;
    }
}
