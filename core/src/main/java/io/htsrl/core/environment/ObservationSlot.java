package io.htsrl.core.environment;

/**
 * A cursor onto the caller-owned row of one observation: an array, an offset and a length. Its owner thread reuses it
 * for every step; an environment must not keep it. {@link #set} and {@link #get} check that the index is within the
 * row; only {@link EnvironmentCheck} detects writes to the array itself outside of the row.
 */
public final class ObservationSlot {
    private float[] floats;
    private byte[] bytes;
    private int offset;
    private int length;

    /** Points at a float row that extends to the end of the array. */
    public ObservationSlot at(float[] array, int position) {
        return at(array, position, array.length - position);
    }

    /** Points at a {@code uint8} row that extends to the end of the array. */
    public ObservationSlot at(byte[] array, int position) {
        return at(array, position, array.length - position);
    }

    /** Points at a float row of {@code size} elements. */
    public ObservationSlot at(float[] array, int position, int size) {
        floats = array;
        bytes = null;
        offset = position;
        length = size;
        return this;
    }

    /** Points at a {@code uint8} row of {@code size} elements. */
    public ObservationSlot at(byte[] array, int position, int size) {
        bytes = array;
        floats = null;
        offset = position;
        length = size;
        return this;
    }

    /** Returns the array of a {@link ObservationSpace.Kind#FLOAT32} observation. */
    public float[] floats() {
        return floats;
    }

    /** Returns the array of a {@link ObservationSpace.Kind#UINT8} observation. */
    public byte[] bytes() {
        return bytes;
    }

    /** Returns the index of the row's first element. */
    public int offset() {
        return offset;
    }

    /** Returns the number of elements in the row. */
    public int length() {
        return length;
    }

    /**
     * Writes element {@code index} of a float row.
     *
     * @throws IndexOutOfBoundsException when the row has no such element
     */
    public void set(int index, float value) {
        floats[offset + checked(index)] = value;
    }

    /**
     * Reads element {@code index} of a float row.
     *
     * @throws IndexOutOfBoundsException when the row has no such element
     */
    public float get(int index) {
        return floats[offset + checked(index)];
    }

    /** Copies the first elements of the row to fill another row of the same kind, which must not be longer. */
    public void copyTo(ObservationSlot to) {
        if (floats != null) {
            System.arraycopy(floats, offset, to.floats, to.offset, to.length);
        } else {
            System.arraycopy(bytes, offset, to.bytes, to.offset, to.length);
        }
    }

    private int checked(int index) {
        if (index < 0 || index >= length) {
            throw new IndexOutOfBoundsException(
                    "element " + index + " of an observation that has " + length + " elements");
        }
        return index;
    }
}
