package io.htsrl.storage;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.state.Bulk;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The observations of a bank, each frame stored once: {@code [S-1 + steps+1][environments][frame]}, where the first
 * S - 1 rows hold what stacks reach back to in the interval before. Beside each row from step 0 on stands its depth:
 * how many frames of its stack are of its own episode. The arrays are the bank's fields; here is how they are written
 * and read. Thread rule of {@link StorageBank}.
 */
final class FrameRows {
    private final int steps;
    private final int columns;
    private final int size;
    private final int stack;
    private final float[] floats;
    private final byte[] bytes;
    private final byte[] depths;

    FrameRows(BankShape shape, BankFields fields) {
        steps = shape.steps();
        columns = shape.environments();
        size = shape.observationSpace().size();
        stack = shape.frameStack();
        floats = fields.array(BankFields.FLOAT_FRAMES);
        bytes = fields.array(BankFields.BYTE_FRAMES);
        depths = fields.array(BankFields.DEPTHS);
        if (stack > 1) {
            Arrays.fill(depths, (byte) 1);
        }
    }

    float[] floats() {
        return floats;
    }

    byte[] bytes() {
        return bytes;
    }

    /** Where the frame before {@code step} begins; steps from {@code -(S-1)} to that of steps. */
    int offset(int step, int column) {
        return ((stack - 1 + step) * columns + column) * size;
    }

    ObservationSlot slot(int step, int column, ObservationSlot slot) {
        int offset = offset(step, column);
        return floats != null ? slot.at(floats, offset, size) : slot.at(bytes, offset, size);
    }

    /** The frame before {@code step} is the first of an episode. */
    void begin(int step, int column) {
        if (stack > 1) {
            depths[step * columns + column] = 1;
        }
    }

    /** The frame before {@code step} follows the one a step earlier. */
    void extend(int step, int column) {
        if (stack > 1) {
            int row = step * columns + column;
            depths[row] = (byte) Math.min(stack, depths[row - columns] + 1);
        }
    }

    private int depth(int step, int column) {
        return stack == 1 ? 1 : depths[step * columns + column];
    }

    /** The last stack of a column of {@code source} becomes the first one of column {@code to}. */
    void carryOver(FrameRows source, int from, int to) {
        for (int back = stack - 1;
                back >= 0;
                back--) { // the oldest first: source may be this, and fewer steps than a stack
            copyFrame(source, source.steps - back, from, -back, to);
        }
        copyDepth(source, source.steps, from, 0, to);
    }

    /** Writes the last stack of a column, oldest frame first. */
    void saveLast(int column, DataOutput out) throws IOException {
        for (int back = stack - 1; back >= 0; back--) {
            int offset = offset(steps - back, column);
            if (floats != null) {
                Bulk.write(out, floats, offset, size);
            } else {
                Bulk.write(out, bytes, offset, size);
            }
        }
        out.writeByte(depth(steps, column));
    }

    /** What {@link #saveLast} wrote becomes the last stack of a column. */
    void restoreLast(int column, DataInput in) throws IOException {
        for (int back = stack - 1; back >= 0; back--) {
            int offset = offset(steps - back, column);
            if (floats != null) {
                Bulk.read(in, floats, offset, size);
            } else {
                Bulk.read(in, bytes, offset, size);
            }
        }
        byte depth = in.readByte();
        if (stack > 1) {
            depths[steps * columns + column] = depth;
        }
    }

    private void copyFrame(FrameRows source, int fromStep, int from, int toStep, int to) {
        int sourceOffset = source.offset(fromStep, from);
        if (floats != null) {
            System.arraycopy(source.floats, sourceOffset, floats, offset(toStep, to), size);
        } else {
            System.arraycopy(source.bytes, sourceOffset, bytes, offset(toStep, to), size);
        }
    }

    private void copyDepth(FrameRows source, int fromStep, int from, int toStep, int to) {
        if (stack > 1) {
            depths[toStep * columns + to] = source.depths[fromStep * source.columns + from];
        }
    }

    /** Copies the stack before {@code step} to {@code target}, an array of the kind of frames, oldest frame first. */
    void copyStack(int step, int column, Object target, int at) {
        int depth = depth(step, column);
        for (int frame = 0; frame < stack; frame++) {
            int back = Math.min(stack - 1 - frame, depth - 1);
            System.arraycopy(
                    floats != null ? floats : bytes, offset(step - back, column), target, at + frame * size, size);
        }
    }

    void bind(ObservationBatch batch) {
        if (floats != null) {
            batch.over(floats, stack, columns * size);
        } else {
            batch.over(bytes, stack, columns * size);
        }
    }

    void add(ObservationBatch batch, int step, int column) {
        batch.add(offset(step, column), depth(step, column));
    }
}
