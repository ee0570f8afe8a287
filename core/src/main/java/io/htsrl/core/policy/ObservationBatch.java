package io.htsrl.core.policy;

import io.htsrl.core.environment.ObservationArray;

/**
 * The observation rows of a forward pass: their array and the offset of each row. Rows stay where the executors wrote
 * them. Owned and reused by one thread; {@link #add} beyond the capacity is an error of the caller.
 *
 * <p>A row is a stack of S frames, the oldest first; S is 1 where observations are not stacked. Frames are stored once:
 * each begins {@code stride} elements before the next newer one of its stack. If an episode has fewer than S frames so
 * far, its first frame replaces the missing ones.
 *
 * <p>For a policy with a memory, each row also has a recurrent state: one in an array ({@link #state}), zeros
 * ({@link #EMPTY}), or, in a learner's sequences, the state after the row of the same column one step before
 * ({@link #FOLLOWS}, {@link #DETACHED}). Sequences are {@code [steps][columns]}.
 *
 * <p>A learner of an implicit quantile network gives each row the fractions τ of the quantiles that it computes.
 */
public final class ObservationBatch {
    /** State of a row that begins an episode: zeros. */
    public static final int EMPTY = -1;
    /** State of a row that follows the row {@link #columns} before it. */
    public static final int FOLLOWS = -2;
    /** State as {@link #FOLLOWS}, but no gradient goes back to the row before. */
    public static final int DETACHED = -3;

    private final int[] offsets;
    private final int[] depths;
    private final int[] stateOffsets;
    private float[] states;
    private int columns;
    private float[] fractions;
    private int fractionsOfRow;
    private float[] floats;
    private byte[] bytes;
    private int frames = 1;
    private int stride;
    private int rows;

    public ObservationBatch(int capacity) {
        offsets = new int[capacity];
        depths = new int[capacity];
        stateOffsets = new int[capacity];
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
        states = null;
        columns = 0;
        fractions = null;
        rows = 0;
    }

    /** Copies rows {@code from .. from + count} of another batch, over the same array. */
    public void copy(ObservationBatch other, int from, int count) {
        floats = other.floats;
        bytes = other.bytes;
        begin(other.frames, other.stride);
        System.arraycopy(other.offsets, from, offsets, 0, count);
        System.arraycopy(other.depths, from, depths, 0, count);
        states = other.states;
        System.arraycopy(other.stateOffsets, from, stateOffsets, 0, count);
        rows = count;
    }

    /** Sets the array of the recurrent states of the rows to come, after {@code over}. */
    public void states(float[] array) {
        states = array;
    }

    /** Sets the number of columns of a learner's sequences. */
    public void columns(int newColumns) {
        columns = newColumns;
    }

    /**
     * Sets the fractions τ of the quantiles that are computed.
     *
     * @param array {@code [rows][ofRow]}
     */
    public void fractions(float[] array, int ofRow) {
        fractions = array;
        fractionsOfRow = ofRow;
    }

    /** Returns the fractions of all rows; null where none were set. */
    public float[] fractions() {
        return fractions;
    }

    /** Returns the number of fractions of each row; defined where they were set. */
    public int fractionsOfRow() {
        return fractionsOfRow;
    }

    /** Sets the state of the row that was added last: an offset in the array or one of the constants. */
    public void state(int offset) {
        stateOffsets[rows - 1] = offset;
    }

    /** Returns the offset of a row's state, or one of the constants. */
    public int stateOffset(int row) {
        return states == null ? EMPTY : stateOffsets[row];
    }

    /** Returns the array of recurrent states; null where all are empty. */
    public float[] states() {
        return states;
    }

    /** Returns the number of columns of sequences; all rows where they are not sequences. */
    public int columns() {
        return columns == 0 ? rows : columns;
    }

    /** Adds the row whose newest frame begins at {@code offset}; all its frames are stored. */
    public void add(int offset) {
        add(offset, frames);
    }

    /**
     * Adds the row whose newest frame begins at {@code offset}.
     *
     * @param depth number of its stored frames, 1 .. S, counted from the newest
     */
    public void add(int offset, int depth) {
        offsets[rows] = offset;
        depths[rows++] = depth;
    }

    /** Adds a row of another batch over the same arrays, with its state. */
    public void add(ObservationBatch other, int row) {
        add(other.offsets[row], other.depths[row]);
        stateOffsets[rows - 1] = other.stateOffsets[row];
    }

    public int rows() {
        return rows;
    }

    /** Returns S, the number of frames in a row. */
    public int frames() {
        return frames;
    }

    /** Returns the offset of the newest frame of {@code row}; of the row itself if S is 1. */
    public int offset(int row) {
        return offsets[row];
    }

    /** Returns the number of stored frames of {@code row}, counted from the newest. */
    public int depth(int row) {
        return depths[row];
    }

    /** Returns the number of elements from a frame to the next newer one. */
    public int stride() {
        return stride;
    }

    /** Returns the offset of frame {@code frame} of {@code row}; 0 is the oldest, S - 1 the newest. */
    public int frameOffset(int row, int frame) {
        return offsets[row] - Math.min(frames - 1 - frame, depths[row] - 1) * stride;
    }

    /** Returns the array of float rows, or null. */
    public float[] floats() {
        return floats;
    }

    /** Returns the array of {@code uint8} rows, or null. */
    public byte[] bytes() {
        return bytes;
    }
}
