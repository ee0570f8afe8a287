package io.htsrl.storage;

import io.htsrl.core.environment.ObservationArray;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.policy.ObservationBatch;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The observations of a bank, each frame stored once: {@code [S-1 + steps+1][environments][frame]}. The first S - 1
 * rows hold earlier frames of stacks from the previous interval. Each row from step 0 on has a depth: the number of
 * frames of its stack that belong to its episode. The arrays are the bank's fields; this class writes and reads them.
 * Thread rule of {@link StorageBank}.
 */
final class FrameRows {
    private final int steps;
    private final int columns;
    private final int size;
    private final int stack;
    private final ObservationArray frames;
    private final byte[] depths;

    FrameRows(BankShape shape, BankFields fields) {
        steps = shape.steps();
        columns = shape.environments();
        size = shape.observationSpace().size();
        stack = shape.frameStack();
        frames =
                new ObservationArray(fields.array(BankFields.FLOAT_FRAMES), fields.array(BankFields.BYTE_FRAMES), size);
        depths = fields.array(BankFields.DEPTHS);
        if (stack > 1) {
            Arrays.fill(depths, (byte) 1);
        }
    }

    float[] floats() {
        return frames.floats();
    }

    byte[] bytes() {
        return frames.bytes();
    }

    /** Returns the row of the frame before {@code step}, for steps from {@code -(S-1)} to the number of steps. */
    private int row(int step, int column) {
        return (stack - 1 + step) * columns + column;
    }

    /** Returns the offset of that frame. */
    int offset(int step, int column) {
        return row(step, column) * size;
    }

    ObservationSlot slot(int step, int column, ObservationSlot slot) {
        return frames.at(row(step, column), slot);
    }

    /** Marks the frame before {@code step} as the first of an episode. */
    void begin(int step, int column) {
        if (stack > 1) {
            depths[step * columns + column] = 1;
        }
    }

    /** Marks the frame before {@code step} as the successor of the frame one step earlier. */
    void extend(int step, int column) {
        if (stack > 1) {
            int row = step * columns + column;
            depths[row] = (byte) Math.min(stack, depths[row - columns] + 1);
        }
    }

    private int depth(int step, int column) {
        return stack == 1 ? 1 : depths[step * columns + column];
    }

    /** Copies the last stack of a column of {@code source} to the first one of column {@code to}. */
    void carryOver(FrameRows source, int from, int to) {
        for (int back = stack - 1; back >= 0; back--) {
            // the oldest first: source may be this object, and have fewer steps than a stack
            frames.copy(source.frames, source.row(source.steps - back, from), row(-back, to), 1);
        }
        if (stack > 1) {
            depths[to] = source.depths[source.steps * source.columns + from];
        }
    }

    /** Writes the last stack of a column, oldest frame first. */
    void saveLast(int column, DataOutput out) throws IOException {
        for (int back = stack - 1; back >= 0; back--) {
            frames.save(row(steps - back, column), out);
        }
        out.writeByte(depth(steps, column));
    }

    /** Reads the output of {@link #saveLast} as the last stack of a column. */
    void restoreLast(int column, DataInput in) throws IOException {
        for (int back = stack - 1; back >= 0; back--) {
            frames.load(row(steps - back, column), in);
        }
        byte depth = in.readByte();
        if (stack > 1) {
            depths[steps * columns + column] = depth;
        }
    }

    /** Copies the stack before {@code step} to rows from {@code at} on, oldest frame first. */
    void copyStack(int step, int column, ObservationArray target, int at) {
        int depth = depth(step, column);
        for (int frame = 0; frame < stack; frame++) {
            int back = Math.min(stack - 1 - frame, depth - 1);
            target.copy(frames, row(step - back, column), at + frame, 1);
        }
    }

    void bind(ObservationBatch batch) {
        batch.over(frames, stack, columns * size);
    }

    void add(ObservationBatch batch, int step, int column) {
        batch.add(offset(step, column), depth(step, column));
    }
}
