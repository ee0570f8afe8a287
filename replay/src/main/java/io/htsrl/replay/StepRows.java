package io.htsrl.replay;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.state.Bulk;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Objects;

/**
 * Steps on their way to a shard, a copy of all that they consist of: the argument of its command {@code insert}. Reused;
 * one thread at a time.
 */
final class StepRows {
    /** Steps of one command at most: of more, several commands are made. */
    static final int ROWS = 64;

    private static final byte TERMINATED = 1;
    private static final byte TRUNCATED = 2;
    /** Has a final observation. */
    private static final byte FINAL = 4;

    private final int frameSize;
    private final int actionWidth;
    private final float[] floats;
    private final byte[] bytes;
    private final int[] environments = new int[ROWS];
    private final float[] actions;
    private final float[] rewards = new float[ROWS];
    private final byte[] flags = new byte[ROWS];
    private final double[] errors = new double[ROWS];
    private final ObservationSlot slot = new ObservationSlot();
    private final ObservationSlot last = new ObservationSlot();
    private int count;

    StepRows(ReplayConfig config) {
        boolean isFloat = config.frameSpace().kind() == ObservationSpace.Kind.FLOAT32;
        this.frameSize = config.frameSpace().size();
        this.actionWidth = config.actionWidth();
        int frames = Math.multiplyExact(2 * ROWS, frameSize); // of each step its own, and maybe a final one
        this.floats = isFloat ? new float[frames] : null;
        this.bytes = isFloat ? null : new byte[frames];
        this.actions = new float[Math.multiplyExact(ROWS, actionWidth)];
    }

    /** Bytes of such an object. */
    static long bytes(ReplayConfig config) {
        return ROWS * (2 * config.frameSpace().bytes() + (config.actionWidth() + 2L) * Float.BYTES + Double.BYTES + 1);
    }

    int count() {
        return count;
    }

    boolean full() {
        return count == ROWS;
    }

    void clear() {
        count = 0;
    }

    /** As {@link ReplayMemory#append}, the environment being the shard's own number of it. */
    void add(
            int environment,
            ObservationSlot observation,
            float[] actionRow,
            int actionOffset,
            float reward,
            boolean terminated,
            boolean truncated,
            ObservationSlot finalObservation,
            double tdError) {
        environments[count] = environment;
        observation.copyTo(at(2 * count, slot));
        if (finalObservation != null) {
            finalObservation.copyTo(at(2 * count + 1, slot));
        }
        System.arraycopy(actionRow, actionOffset, actions, count * actionWidth, actionWidth);
        rewards[count] = reward;
        flags[count] = (byte)
                ((terminated ? TERMINATED : 0) | (truncated ? TRUNCATED : 0) | (finalObservation != null ? FINAL : 0));
        errors[count] = tdError;
        count++;
    }

    /** Appends all of them, in their order. */
    void appendTo(ReplayMemory memory) {
        for (int row = 0; row < count; row++) {
            memory.append(
                    environments[row],
                    at(2 * row, slot),
                    actions,
                    row * actionWidth,
                    rewards[row],
                    (flags[row] & TERMINATED) != 0,
                    (flags[row] & TRUNCATED) != 0,
                    (flags[row] & FINAL) != 0 ? at(2 * row + 1, last) : null,
                    errors[row]);
        }
    }

    // ---- as bytes ----

    void writeTo(DataOutput out) throws IOException {
        out.writeInt(count);
        for (int row = 0; row < count; row++) {
            out.writeInt(environments[row]);
            out.writeByte(flags[row]);
            out.writeInt(Float.floatToRawIntBits(rewards[row]));
            out.writeLong(Double.doubleToRawLongBits(errors[row]));
            Bulk.write(out, actions, row * actionWidth, actionWidth);
            writeFrame(2 * row, out);
            if ((flags[row] & FINAL) != 0) {
                writeFrame(2 * row + 1, out);
            }
        }
    }

    /** Takes the place of what is here. */
    void readFrom(DataInput in) throws IOException {
        count = 0;
        int rows = Objects.checkIndex(in.readInt(), ROWS + 1);
        for (int row = 0; row < rows; row++) {
            environments[row] = in.readInt();
            flags[row] = in.readByte();
            rewards[row] = Float.intBitsToFloat(in.readInt());
            errors[row] = Double.longBitsToDouble(in.readLong());
            Bulk.read(in, actions, row * actionWidth, actionWidth);
            readFrame(2 * row, in);
            if ((flags[row] & FINAL) != 0) {
                readFrame(2 * row + 1, in);
            }
        }
        count = rows;
    }

    private void writeFrame(int frame, DataOutput out) throws IOException {
        if (floats != null) {
            Bulk.write(out, floats, frame * frameSize, frameSize);
        } else {
            Bulk.write(out, bytes, frame * frameSize, frameSize);
        }
    }

    private void readFrame(int frame, DataInput in) throws IOException {
        if (floats != null) {
            Bulk.read(in, floats, frame * frameSize, frameSize);
        } else {
            Bulk.read(in, bytes, frame * frameSize, frameSize);
        }
    }

    private ObservationSlot at(int frame, ObservationSlot of) {
        return floats != null
                ? of.at(floats, frame * frameSize, frameSize)
                : of.at(bytes, frame * frameSize, frameSize);
    }
}
