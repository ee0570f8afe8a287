package io.htsrl.replay;

import io.htsrl.core.environment.GoalReward.Goals;
import io.htsrl.core.environment.ObservationArray;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.replay.PriorityScale.PriorityRule;
import java.util.Arrays;

/**
 * A batch of B n-step transitions, preallocated and reused by one thread; the arrays are shared, not copied. Inputs are
 * {@code [B][S * frame]}, the oldest frame first, floats or bytes as they were stored. A batch of B sequences has their
 * rows in the arrays of inputs, actions, returns and discounts: see {@link SequenceRows}.
 */
public final class ReplayBatch {
    private final int size;
    private final int frameStack;
    private final int frameSize;
    private final int inputSize;
    private final ObservationArray observations;
    private final ObservationArray next; // null for sequences
    private final SequenceRows sequences; // null for transitions
    private final float[] actions;
    private final float[] returns;
    private final float[] discounts;
    private final float[] weights;
    private final int[] leaves;
    private final long[] ages;
    final long[] positions;
    final long[] units;
    final int[] currentLeaves;
    /** Cursor of a memory in one piece; else null. */
    final SumTreeCursor cursor;

    /** Steps whose achieved goals the rows got; {@link Hindsight#OWN} for a row with its own goal. */
    private final long[] goals;
    /** Scratch space of one goal. */
    final float[] goal;

    /** Rows of {@link #bindBoth}; null before the first. */
    private ObservationArray both;

    private final ObservationSlot slot = new ObservationSlot();

    ReplayBatch(int size, ReplayConfig config, SumTreeCursor cursor) {
        this.size = size;
        this.frameStack = config.frameStack();
        this.frameSize = config.frameSpace().size();
        this.inputSize = config.stackedSize();
        int stateSize = config.sequences().stateSize();
        int rows = Math.multiplyExact(size, config.span());
        boolean single = !config.sequences().areUsed();
        this.sequences = single ? null : new SequenceRows(size, config.span(), stateSize);
        this.observations = new ObservationArray(config.frameSpace().kind(), rows, inputSize);
        this.next = single ? new ObservationArray(config.frameSpace().kind(), rows, inputSize) : null;
        this.actions = new float[Math.multiplyExact(rows, config.actionWidth())];
        this.returns = new float[rows];
        this.discounts = new float[rows];
        this.weights = new float[size];
        this.leaves = new int[size];
        this.ages = new long[size];
        this.positions = new long[size];
        this.units = new long[size];
        this.currentLeaves = new int[size];
        this.cursor = cursor;
        this.goals = new long[config.hindsight().her() ? size : 0];
        this.goal = new float[config.frameSpace().goals().map(Goals::size).orElse(0)];
        Arrays.fill(leaves, SumTree.MISSED);
    }

    /** Returns the layout of the rows of sequences; null for a batch of transitions. */
    public SequenceRows sequences() {
        return sequences;
    }

    /** Returns B. */
    public int size() {
        return size;
    }

    /** Points {@code batch} at the inputs that were acted on; for sequences at all of their rows. */
    public void bindObservations(ObservationBatch batch) {
        bind(batch, observations, sequences == null ? size : sequences.count());
    }

    /** Points {@code batch} at the inputs of the first step of each window. */
    public void bindFirstObservations(ObservationBatch batch) {
        bind(batch, observations, size);
    }

    /** Points {@code batch} at the inputs n steps later; zeros where the episode terminated before. */
    public void bindNextObservations(ObservationBatch batch) {
        bind(batch, next, size);
    }

    /**
     * Points {@code batch} at copies of both: the 2B inputs that were acted on and those n steps later, in this order.
     */
    public void bindBoth(ObservationBatch batch) {
        if (both == null) {
            boolean floats = observations.floats() != null;
            ObservationSpace.Kind kind = floats ? ObservationSpace.Kind.FLOAT32 : ObservationSpace.Kind.UINT8;
            both = new ObservationArray(kind, Math.multiplyExact(2, size), inputSize);
        }
        both.copy(observations, 0, 0, size);
        both.copy(next, 0, size, size);
        batch.over(both, frameStack, frameSize);
        for (int row = 0; row < 2 * size; row++) {
            batch.add(row * inputSize + inputSize - frameSize);
        }
    }

    /** Returns {@code [B][S * frame]}, or null where frames are bytes. */
    public float[] floatObservations() {
        return observations.floats();
    }

    /** Returns {@code [B][S * frame]}, or null where frames are floats. */
    public byte[] byteObservations() {
        return observations.bytes();
    }

    /** Returns {@code [B][S * frame]}, or null where frames are bytes. */
    public float[] floatNextObservations() {
        return next.floats();
    }

    /** Returns {@code [B][S * frame]}, or null where frames are floats. */
    public byte[] byteNextObservations() {
        return next.bytes();
    }

    /** Returns {@code [B][action]}. */
    public float[] actions() {
        return actions;
    }

    /** Returns {@code [B]}: discounted sums of up to n rewards. */
    public float[] returns() {
        return returns;
    }

    /** Returns {@code [B]}: the factor of the next input's value, γ^m after m steps, 0 after a terminal state. */
    public float[] discounts() {
        return discounts;
    }

    /** Returns {@code [B]}: importance weights, the greatest of them 1. */
    public float[] weights() {
        return weights;
    }

    /**
     * Returns {@code [B]}: the leaf, and place in the memory, of each row; before the first draw
     * {@link SumTree#MISSED}.
     */
    public int[] leaves() {
        return leaves;
    }

    /** Returns {@code [B]}: the age of each row's step in places of its environment; 1 for the newest. */
    public long[] ages() {
        return ages;
    }

    /**
     * Returns {@code [B]}: the position in its environment's ring of the step whose achieved goal each row got,
     * {@link Long#MAX_VALUE} for its own; empty without hindsight.
     */
    public long[] goals() {
        return goals;
    }

    /** Computes importance weights of the rows from their priorities when they were read. */
    public void weigh(double beta) {
        long least = Long.MAX_VALUE;
        for (long each : units) {
            least = Math.min(least, each);
        }
        for (int row = 0; row < size; row++) {
            weights[row] = PriorityRule.weight(units[row], least, beta);
        }
    }

    /** Sets the units of the rows' new priorities; throws for an error that is NaN or infinite. */
    void setUnits(PriorityRule rule, float[] tdErrors) {
        for (int row = 0; row < size; row++) {
            units[row] = rule.units(tdErrors[row], "batch row", row);
        }
    }

    ObservationSlot observation(int row) {
        return observations.at(row, slot);
    }

    ObservationSlot next(int row) {
        return next.at(row, slot);
    }

    private void bind(ObservationBatch batch, ObservationArray rows, int count) {
        batch.over(rows, frameStack, frameSize);
        if (sequences != null) {
            batch.states(sequences.states);
            batch.columns(size);
        }
        for (int row = 0; row < count; row++) {
            batch.add(row * inputSize + inputSize - frameSize);
            if (sequences != null) {
                batch.state(sequences.state(row));
            }
        }
    }
}
