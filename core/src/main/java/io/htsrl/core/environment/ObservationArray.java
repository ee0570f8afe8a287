package io.htsrl.core.environment;

import io.htsrl.core.state.RawArrays;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Rows of one size in one array, of floats or of bytes: the other array is null. Shared, not copied. */
public final class ObservationArray {
    private final float[] floats;
    private final byte[] bytes;
    private final int size;

    /** @param size of a row, in elements of that kind */
    public ObservationArray(ObservationSpace.Kind kind, int rows, int size) {
        boolean isFloat = kind == ObservationSpace.Kind.FLOAT32;
        int elements = Math.multiplyExact(rows, size);
        this.floats = isFloat ? new float[elements] : null;
        this.bytes = isFloat ? null : new byte[elements];
        this.size = size;
    }

    /** Wraps an existing array; the other one is null. */
    public ObservationArray(float[] floats, byte[] bytes, int size) {
        this.floats = floats;
        this.bytes = bytes;
        this.size = size;
    }

    public float[] floats() {
        return floats;
    }

    public byte[] bytes() {
        return bytes;
    }

    /** Points {@code slot} at a row. */
    public ObservationSlot at(int row, ObservationSlot slot) {
        return floats != null ? slot.at(floats, row * size, size) : slot.at(bytes, row * size, size);
    }

    /** Copies an observation into a row. */
    public void write(int row, ObservationSlot from) {
        if (floats != null) {
            System.arraycopy(from.floats(), from.offset(), floats, row * size, size);
        } else {
            System.arraycopy(from.bytes(), from.offset(), bytes, row * size, size);
        }
    }

    /** Copies {@code count} rows of another array from {@code from} on. */
    public void copy(ObservationArray source, int from, int to, int count) {
        if (floats != null) {
            System.arraycopy(source.floats, from * size, floats, to * size, count * size);
        } else {
            System.arraycopy(source.bytes, from * size, bytes, to * size, count * size);
        }
    }

    /** Copies a row to the position of {@code to} plus {@code shift} elements. */
    public void read(int row, ObservationSlot to, int shift) {
        if (floats != null) {
            System.arraycopy(floats, row * size, to.floats(), to.offset() + shift, size);
        } else {
            System.arraycopy(bytes, row * size, to.bytes(), to.offset() + shift, size);
        }
    }

    public void save(int row, DataOutput out) throws IOException {
        save(row, 1, out);
    }

    /** Writes {@code count} rows. */
    public void save(int row, int count, DataOutput out) throws IOException {
        if (floats != null) {
            RawArrays.write(out, floats, row * size, count * size);
        } else {
            RawArrays.write(out, bytes, row * size, count * size);
        }
    }

    public void load(int row, DataInput in) throws IOException {
        load(row, 1, in);
    }

    /** Reads {@code count} rows. */
    public void load(int row, int count, DataInput in) throws IOException {
        if (floats != null) {
            RawArrays.read(in, floats, row * size, count * size);
        } else {
            RawArrays.read(in, bytes, row * size, count * size);
        }
    }
}
