package io.htsrl.core;

/**
 * A cursor onto the caller-owned place of one observation: an array and an offset. Reused for every step by its one
 * owner thread; an environment must not keep it.
 */
public final class ObservationSlot {
    private float[] floats;
    private byte[] bytes;
    private int offset;

    /** Points at a float row. */
    public ObservationSlot at(float[] array, int position) {
        floats = array;
        bytes = null;
        offset = position;
        return this;
    }

    /** Points at a {@code uint8} row. */
    public ObservationSlot at(byte[] array, int position) {
        bytes = array;
        floats = null;
        offset = position;
        return this;
    }

    /** The array of a {@link ObservationSpace.Kind#FLOAT32} observation. */
    public float[] floats() {
        return floats;
    }

    /** The array of a {@link ObservationSpace.Kind#UINT8} observation. */
    public byte[] bytes() {
        return bytes;
    }

    /** Index of the row's first element. */
    public int offset() {
        return offset;
    }

    /** Writes element {@code index} of a float row. */
    public void set(int index, float value) {
        floats[offset + index] = value;
    }

    /** Reads element {@code index} of a float row. */
    public float get(int index) {
        return floats[offset + index];
    }
}
