package io.htsrl.replay;

import io.htsrl.core.environment.ObservationArray;
import io.htsrl.core.environment.ObservationSlot;

/** A copy of steps that are held back for a shard. Reused; one thread at a time. */
final class StepRows {
    /** Greatest number of steps; when more exist, the shard takes these first. */
    static final int ROWS = 64;

    private static final byte TERMINATED = 1;
    private static final byte TRUNCATED = 2;
    /** Flag of a step with a final observation. */
    private static final byte FINAL = 4;
    /** Flag of an entry that is no step: an episode that is cut. */
    private static final byte CUT = 8;

    private final int actionWidth;
    private final ObservationArray frames; // for each step its own, and maybe a final one
    private final int[] environments = new int[ROWS];
    private final float[] actions;
    private final float[] rewards = new float[ROWS];
    private final byte[] flags = new byte[ROWS];
    private final double[] errors = new double[ROWS];
    private final float[] states;
    private final int stateSize;
    private final ObservationSlot slot = new ObservationSlot();
    private final ObservationSlot last = new ObservationSlot();
    private int count;

    StepRows(ReplayConfig config) {
        this.actionWidth = config.actionWidth();
        this.frames = new ObservationArray(
                config.frameSpace().kind(), 2 * ROWS, config.frameSpace().size());
        this.actions = new float[Math.multiplyExact(ROWS, actionWidth)];
        this.stateSize = config.sequences().stateSize();
        this.states = new float[Math.multiplyExact(ROWS, stateSize)];
    }

    /** Returns the bytes of such an object. */
    static long bytes(ReplayConfig config) {
        long floats = config.actionWidth() + config.sequences().stateSize() + 2L;
        return ROWS * (2 * config.frameSpace().bytes() + floats * Float.BYTES + Double.BYTES + 1);
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

    /** Adds a step as {@link ReplayMemory#append} does; {@code environment} is the shard's own number of it. */
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
        frames.write(2 * count, observation);
        if (finalObservation != null) {
            frames.write(2 * count + 1, finalObservation);
        }
        System.arraycopy(actionRow, actionOffset, actions, count * actionWidth, actionWidth);
        rewards[count] = reward;
        flags[count] = (byte)
                ((terminated ? TERMINATED : 0) | (truncated ? TRUNCATED : 0) | (finalObservation != null ? FINAL : 0));
        errors[count] = tdError;
        count++;
    }

    /** Sets the state before the next step to be added. */
    void state(float[] source, int offset) {
        System.arraycopy(source, offset, states, count * stateSize, stateSize);
    }

    /** Adds a cut as {@link ReplayMemory#cut} does. */
    void cut(int environment, ObservationSlot observation) {
        environments[count] = environment;
        frames.write(2 * count, observation);
        flags[count] = CUT;
        count++;
    }

    /** Appends all of them, in their order. */
    void appendTo(ReplayMemory memory) {
        for (int row = 0; row < count; row++) {
            if ((flags[row] & CUT) != 0) {
                memory.cut(environments[row], frames.at(2 * row, slot));
            } else {
                append(row, memory);
            }
        }
    }

    private void append(int row, ReplayMemory memory) {
        memory.state(environments[row], states, row * stateSize);
        memory.append(
                environments[row],
                frames.at(2 * row, slot),
                actions,
                row * actionWidth,
                rewards[row],
                (flags[row] & TERMINATED) != 0,
                (flags[row] & TRUNCATED) != 0,
                (flags[row] & FINAL) != 0 ? frames.at(2 * row + 1, last) : null,
                errors[row]);
    }
}
