package io.htsrl.replay;

import io.htsrl.core.random.RandomStream;
import io.htsrl.replay.MemoryFormat.Saved;
import io.htsrl.replay.wire.ShardAnswer;
import java.util.concurrent.CompletableFuture;

/**
 * A block of neighbouring environments of a {@link ShardedReplay}: their steps, and their leaves in the order that the
 * whole memory has them in. {@link LocalShard} is one in this process, {@link RemoteShard} one elsewhere.
 *
 * <p>A shard is a replicated state machine. What changes it is a command with a number, from 1 on without a gap, and its
 * state is a function of the commands so far: nothing is drawn in it ({@link RandomStream}s are the caller's, who
 * gives points). So a replica that is given the same commands is the same shard; a command that comes again is ignored,
 * and one that comes too early is refused. A question says after which command it is asked, and a shard that is
 * elsewhere refuses it. Saved and restored, a shard counts from 0 again.
 *
 * <p>Thread rule: commands by one thread at a time; questions by any number of threads while none is under way.
 */
interface ReplayShard extends Saved {

    // ---- commands: each gives whether it was applied, false being one that was before ----

    /**
     * Appends steps.
     *
     * @param greatest units of the greatest priority so far in any shard
     * @throws IllegalStateException when commands before {@code number} are missing
     */
    boolean insert(long number, StepRows steps, long greatest);

    /**
     * Sets the leaves of rows that were read to their units, in their order; what was overwritten since is passed over.
     *
     * @throws IllegalStateException when commands before {@code number} are missing
     */
    boolean setPriorities(long number, ShardRows rows);

    // ---- questions: IllegalStateException when the last command is not {@code after} ----

    /** The exact sum of the leaves, how many are above 0 and how many of those were learnt from, the greatest so far. */
    ShardAnswer.State state(long after);

    /**
     * Draws at the rows' points: fills in their leaves, positions and units, and reads their transitions into a batch; or
     * begins to, so that several shards do it at once. Complete after {@link #await}.
     */
    void draw(long after, ShardRows rows, ReplayBatch batch);

    /** Waits until what {@link #draw} began is there. */
    void await(ShardRows rows, ReplayBatch batch);

    /** Copies leaves: of {@code count} places, {@code spacing} apart, from {@code first} on. */
    void copyLeaves(long after, int first, int spacing, int count, long[] to, int offset);

    /**
     * The rows of one batch that lie in one shard, in the batch's order: what the shard is asked, and what it answers.
     * Preallocated; of one batch's thread.
     */
    static final class ShardRows {
        /** Of each: its row in the batch. */
        final int[] rows;
        /** Of each: its point in 0 .. the shard's total - 1. */
        final long[] points;
        /** Of each: the leaf, as the shard numbers them. */
        final int[] leaves;
        /** Of each: the position that was read there. */
        final long[] positions;
        /** Of each: the leaf's units, as read or to be set. */
        final long[] units;

        /** Of a shard elsewhere that was asked for them: the answer to come. */
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
