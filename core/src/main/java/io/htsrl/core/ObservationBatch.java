package io.htsrl.core;

/**
 * Which observation rows a forward pass reads: the array they live in and the offset of each row. Rows stay where the
 * executors wrote them. Owned and reused by one thread; {@link #add} beyond the capacity is an error of the caller.
 */
public final class ObservationBatch {
    private final int[] offsets;
    private float[] floats;
    private byte[] bytes;
    private int rows;

    public ObservationBatch(int capacity) {
        offsets = new int[capacity];
    }

    /** Empties the batch and points it at {@code float} rows. */
    public void over(float[] array) {
        floats = array;
        bytes = null;
        rows = 0;
    }

    /** Empties the batch and points it at {@code uint8} rows. */
    public void over(byte[] array) {
        bytes = array;
        floats = null;
        rows = 0;
    }

    /** Adds the row that begins at {@code offset}. */
    public void add(int offset) {
        offsets[rows++] = offset;
    }

    public int rows() {
        return rows;
    }

    /** Where row {@code row} begins. */
    public int offset(int row) {
        return offsets[row];
    }

    /** The array of float rows, or null. */
    public float[] floats() {
        return floats;
    }

    /** The array of {@code uint8} rows, or null. */
    public byte[] bytes() {
        return bytes;
    }

    public int capacity() {
        return offsets.length;
    }
}
