package io.htsrl.replay;

import io.htsrl.replay.wire.ShardAnswer;
import java.util.concurrent.CompletableFuture;

/**
 * The rows of one batch that lie in one shard, in the batch's order: what the shard is asked, and what it answers.
 * Preallocated; of one batch's thread.
 */
final class ShardRows {
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
