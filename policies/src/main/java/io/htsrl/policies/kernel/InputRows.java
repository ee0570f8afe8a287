package io.htsrl.policies.kernel;

/** A cursor onto rows that lie anywhere in an array: row {@code i} begins at {@code offsets[i] + shift}. One thread. */
public final class InputRows {
    public float[] values;
    public final int[] offsets;
    public int shift;

    /** Rows whose array and offsets are yet to be assigned. */
    public InputRows(int capacity) {
        offsets = new int[capacity];
    }

    /** The rows of a matrix with {@code stride} floats from row to row. */
    public InputRows(float[] values, int capacity, int stride, int shift) {
        this(capacity);
        this.values = values;
        this.shift = shift;
        for (int i = 0; i < capacity; i++) {
            offsets[i] = i * stride;
        }
    }
}
