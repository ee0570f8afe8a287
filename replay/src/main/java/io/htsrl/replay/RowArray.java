package io.htsrl.replay;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.state.Bulk;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Rows of one size in one array, of floats or of bytes: the other array is null. Shared, not copied. */
final class RowArray {
    final float[] floats;
    final byte[] bytes;
    private final int size;

    /** @param size of a row, in elements of that kind */
    RowArray(ObservationSpace.Kind kind, int rows, int size) {
        boolean isFloat = kind == ObservationSpace.Kind.FLOAT32;
        int elements = Math.multiplyExact(rows, size);
        this.floats = isFloat ? new float[elements] : null;
        this.bytes = isFloat ? null : new byte[elements];
        this.size = size;
    }

    /** Points {@code slot} at a row. */
    ObservationSlot at(int row, ObservationSlot slot) {
        return floats != null ? slot.at(floats, row * size, size) : slot.at(bytes, row * size, size);
    }

    /** Copies an observation into a row. */
    void write(int row, ObservationSlot from) {
        if (floats != null) {
            System.arraycopy(from.floats(), from.offset(), floats, row * size, size);
        } else {
            System.arraycopy(from.bytes(), from.offset(), bytes, row * size, size);
        }
    }

    /** Copies a row to where {@code to} points, and {@code shift} elements further. */
    void read(int row, ObservationSlot to, int shift) {
        if (floats != null) {
            System.arraycopy(floats, row * size, to.floats(), to.offset() + shift, size);
        } else {
            System.arraycopy(bytes, row * size, to.bytes(), to.offset() + shift, size);
        }
    }

    void save(int row, DataOutput out) throws IOException {
        if (floats != null) {
            Bulk.write(out, floats, row * size, size);
        } else {
            Bulk.write(out, bytes, row * size, size);
        }
    }

    void load(int row, DataInput in) throws IOException {
        if (floats != null) {
            Bulk.read(in, floats, row * size, size);
        } else {
            Bulk.read(in, bytes, row * size, size);
        }
    }
}
