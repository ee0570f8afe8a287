package io.htsrl.replay;

import io.htsrl.core.policy.ObservationBatch;
import java.util.Arrays;

/**
 * Drawn sequences as rows {@code [span][B]} of a batch: step t of sequence i is row {@code t B + i}. A sequence has the
 * steps of its burn-in, those that are learnt from, and up to n rows to bootstrap from; zeros follow. One thread.
 */
public final class SequenceRows {
    private final int columns;
    private final int stateSize;
    /** States before the first rows, {@code [B][state]}. */
    final float[] states;

    final int[] next;
    private final int[] burnIns;
    private final int[] ends;
    private final int[] rows;

    SequenceRows(int columns, int span, int stateSize) {
        this.columns = columns;
        this.stateSize = stateSize;
        this.states = new float[Math.multiplyExact(columns, stateSize)];
        this.next = new int[Math.multiplyExact(columns, span)];
        this.burnIns = new int[columns];
        this.ends = new int[columns];
        this.rows = new int[columns];
    }

    /**
     * Sets the shape of a sequence.
     *
     * @param end steps before the end of those that are learnt from
     * @param count all of its rows
     */
    void set(int column, int burnIn, int end, int count) {
        burnIns[column] = burnIn;
        ends[column] = end;
        rows[column] = count;
    }

    /** Returns the first step of a sequence that is learnt from: the number of steps of its burn-in. */
    public int burnIn(int column) {
        return burnIns[column];
    }

    /** Returns the step after the last one of a sequence that is learnt from. */
    public int end(int column) {
        return ends[column];
    }

    /** Returns the row of a step. */
    public int row(int step, int column) {
        return step * columns + column;
    }

    /** Returns the row that a row bootstraps from; the row itself where the episode terminates before. */
    public int next(int row) {
        return next[row];
    }

    /** Returns the rows up to the end of the longest sequence. */
    public int count() {
        return columns * Arrays.stream(rows).max().orElse(0);
    }

    /** Returns the state of a row: gradients do not enter the burn-in. */
    int state(int row) {
        int step = row / columns;
        int column = row % columns;
        if (step == 0) {
            return column * stateSize;
        }
        if (step >= rows[column]) {
            return ObservationBatch.EMPTY;
        }
        return step == burnIns[column] ? ObservationBatch.DETACHED : ObservationBatch.FOLLOWS;
    }
}
