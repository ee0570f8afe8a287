package io.htsrl.replay;

import io.htsrl.core.random.RandomStream;
import io.htsrl.replay.MemoryFormat.Saved;
import io.htsrl.replay.wire.ShardAnswer;
import java.util.concurrent.CompletableFuture;

/**
 * A block of neighbouring environments of a {@link ShardedReplay}: their steps, and their leaves in the order of the
 * whole memory. {@link LocalShard} is in this process, {@link RemoteShard} in another.
 *
 * <p>A shard is a replicated state machine: its state is a function of its numbered commands, from 1 on without a gap.
 * It draws nothing; the caller has the {@link RandomStream}s and passes points. A repeated command is ignored, and an
 * early one is refused. A question names the last command before it, and a shard in another state refuses it. A
 * restored shard counts from 0 again.
 *
 * <p>Thread rule: commands by one thread at a time; questions by any number of threads while none is under way.
 */
interface ReplayShard extends Saved {

    // ---- commands: each returns whether it was applied; false for a repeated one ----

    /**
     * Appends steps.
     *
     * @param greatest units of the greatest priority so far in any shard
     * @throws IllegalStateException when commands before {@code number} are missing
     */
    boolean insert(long number, StepRows steps, long greatest);

    /**
     * Sets the leaves of rows that were read to their units, in their order; leaves overwritten since are skipped.
     *
     * @throws IllegalStateException when commands before {@code number} are missing
     */
    boolean setPriorities(long number, ShardRows rows);

    // ---- questions: IllegalStateException when the last command is not {@code after} ----

    /**
     * Returns the exact sum of the leaves, the number above 0, the number of those learnt from, and the greatest so
     * far.
     */
    ShardAnswer.State state(long after);

    /**
     * Draws at the rows' points: fills in their leaves, positions and units, and reads their transitions into a batch.
     * It may only start that, so that several shards work in parallel; complete after {@link #await}.
     */
    void draw(long after, ShardRows rows, ReplayBatch batch);

    /** Waits until the {@link #draw} is complete. */
    void await(ShardRows rows, ReplayBatch batch);

    /** Copies the leaves of {@code count} places, {@code spacing} apart, from {@code first} on. */
    void copyLeaves(long after, int first, int spacing, int count, long[] to, int offset);

    /**
     * The rows of one batch that belong to one shard, in the batch's order: the shard's request and its answer.
     * Preallocated; of one batch's thread.
     */
    static final class ShardRows {
        /** Index of each row in the batch. */
        final int[] rows;
        /** Point of each row in 0 .. the shard's total - 1. */
        final long[] points;
        /** Leaf of each row in the shard's numbering. */
        final int[] leaves;
        /** Position that was read for each row. */
        final long[] positions;
        /** Units of each row's leaf, as read or to be set. */
        final long[] units;

        /** Pending answer of a remote shard. */
        CompletableFuture<ShardAnswer> answer;

        private int count;

        ShardRows(int size) {
            rows = new int[size];
            points = new long[size];
            leaves = new int[size];
            positions = new long[size];
            units = new long[size];
        }

        int count() {
            return count;
        }

        void clear() {
            count = 0;
        }

        void add(int row, long point) {
            rows[count] = row;
            points[count] = point;
            count++;
        }
    }
}
