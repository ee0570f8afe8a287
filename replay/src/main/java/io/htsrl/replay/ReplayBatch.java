package io.htsrl.replay;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.state.Bulk;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * A batch of B n-step transitions, preallocated and reused by one thread; the arrays are shared, not copied. Inputs are
 * {@code [B][S * frame]}, the oldest frame first, floats or bytes as they were stored.
 */
public final class ReplayBatch {
    private final int size;
    private final int frameStack;
    private final int frameSize;
    private final int inputSize;
    private final float[] floatObservations;
    private final byte[] byteObservations;
    private final float[] floatNext;
    private final byte[] byteNext;
    private final float[] actions;
    private final float[] returns;
    private final float[] discounts;
    private final float[] weights;
    private final int[] leaves;
    private final long[] ages;
    final long[] positions;
    final long[] units;
    final int[] currentLeaves;
    /** Of a memory in one piece; else null. */
    final SumTreeCursor cursor;
    /** Of a memory in shards, its rows by shard; else empty. */
    final ShardRows[] parts;
    /** Of each shard: where its points end among those of all. */
    final long[] ends;

    private final ObservationSlot slot = new ObservationSlot();

    ReplayBatch(int size, ReplayConfig config, SumTreeCursor cursor) {
        this(size, config, cursor, 0);
    }

    /** Of a memory in so many shards. */
    ReplayBatch(int size, ReplayConfig config, int shards) {
        this(size, config, null, shards);
    }

    private ReplayBatch(int size, ReplayConfig config, SumTreeCursor cursor, int shards) {
        boolean floats = config.frameSpace().kind() == ObservationSpace.Kind.FLOAT32;
        this.size = size;
        this.frameStack = config.frameStack();
        this.frameSize = config.frameSpace().size();
        this.inputSize = config.stackedSize();
        int elements = Math.multiplyExact(size, inputSize);
        this.floatObservations = floats ? new float[elements] : null;
        this.floatNext = floats ? new float[elements] : null;
        this.byteObservations = floats ? null : new byte[elements];
        this.byteNext = floats ? null : new byte[elements];
        this.actions = new float[Math.multiplyExact(size, config.actionWidth())];
        this.returns = new float[size];
        this.discounts = new float[size];
        this.weights = new float[size];
        this.leaves = new int[size];
        this.ages = new long[size];
        this.positions = new long[size];
        this.units = new long[size];
        this.currentLeaves = new int[size];
        this.cursor = cursor;
        this.ends = new long[shards];
        this.parts = new ShardRows[shards];
        Arrays.setAll(parts, shard -> new ShardRows(size));
        Arrays.fill(leaves, SumTree.MISSED);
    }

    /** B. */
    public int size() {
        return size;
    }

    /** Points {@code batch} at the inputs that were acted on. */
    public void bindObservations(ObservationBatch batch) {
        bind(batch, floatObservations, byteObservations);
    }

    /** Points {@code batch} at the inputs n steps later; zeros where the episode terminated before. */
    public void bindNextObservations(ObservationBatch batch) {
        bind(batch, floatNext, byteNext);
    }

    /** {@code [B][S * frame]}, or null where frames are bytes. */
    public float[] floatObservations() {
        return floatObservations;
    }

    /** {@code [B][S * frame]}, or null where frames are floats. */
    public byte[] byteObservations() {
        return byteObservations;
    }

    /** {@code [B][S * frame]}, or null where frames are bytes. */
    public float[] floatNextObservations() {
        return floatNext;
    }

    /** {@code [B][S * frame]}, or null where frames are floats. */
    public byte[] byteNextObservations() {
        return byteNext;
    }

    /** {@code [B][action]}. */
    public float[] actions() {
        return actions;
    }

    /** {@code [B]}: discounted sums of up to n rewards. */
    public float[] returns() {
        return returns;
    }

    /** {@code [B]}: what the next input's value is multiplied by, γ^m after m steps, 0 after a terminal state. */
    public float[] discounts() {
        return discounts;
    }

    /** {@code [B]}: importance weights, the greatest of them 1. */
    public float[] weights() {
        return weights;
    }

    /** {@code [B]}: the leaf, and place in the memory, of each row; before the first draw {@link SumTree#MISSED}. */
    public int[] leaves() {
        return leaves;
    }

    /** {@code [B]}: how many places ago, of its environment, the step of each row was stored; 1 for the newest. */
    public long[] ages() {
        return ages;
    }

    /** Importance weights of the rows, by their priorities when they were read. */
    public void weigh(double beta) {
        long least = Long.MAX_VALUE;
        for (long each : units) {
            least = Math.min(least, each);
        }
        for (int row = 0; row < size; row++) {
            weights[row] = PriorityRule.weight(units[row], least, beta);
        }
    }

    // ---- a row as bytes: what it was read from memory with, but for its place and units ----

    void writeRow(int row, DataOutput out) throws IOException {
        writeInput(row, floatObservations, byteObservations, out);
        writeInput(row, floatNext, byteNext, out);
        int width = actions.length / size;
        Bulk.write(out, actions, row * width, width);
        Bulk.write(out, returns, row, 1);
        Bulk.write(out, discounts, row, 1);
        out.writeLong(ages[row]);
    }

    void readRow(int row, DataInput in) throws IOException {
        readInput(row, floatObservations, byteObservations, in);
        readInput(row, floatNext, byteNext, in);
        int width = actions.length / size;
        Bulk.read(in, actions, row * width, width);
        Bulk.read(in, returns, row, 1);
        Bulk.read(in, discounts, row, 1);
        ages[row] = in.readLong();
    }

    private void writeInput(int row, float[] floats, byte[] bytes, DataOutput out) throws IOException {
        if (floats != null) {
            Bulk.write(out, floats, row * inputSize, inputSize);
        } else {
            Bulk.write(out, bytes, row * inputSize, inputSize);
        }
    }

    private void readInput(int row, float[] floats, byte[] bytes, DataInput in) throws IOException {
        if (floats != null) {
            Bulk.read(in, floats, row * inputSize, inputSize);
        } else {
            Bulk.read(in, bytes, row * inputSize, inputSize);
        }
    }

    ObservationSlot observation(int row) {
        return at(row, floatObservations, byteObservations);
    }

    ObservationSlot next(int row) {
        return at(row, floatNext, byteNext);
    }

    private ObservationSlot at(int row, float[] floats, byte[] bytes) {
        return floats != null
                ? slot.at(floats, row * inputSize, inputSize)
                : slot.at(bytes, row * inputSize, inputSize);
    }

    private void bind(ObservationBatch batch, float[] floats, byte[] bytes) {
        if (floats != null) {
            batch.over(floats, frameStack, frameSize);
        } else {
            batch.over(bytes, frameStack, frameSize);
        }
        for (int row = 0; row < size; row++) {
            batch.add(row * inputSize + inputSize - frameSize);
        }
    }
}
