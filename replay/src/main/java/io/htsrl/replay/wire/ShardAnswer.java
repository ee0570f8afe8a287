package io.htsrl.replay.wire;

import io.htsrl.core.wire.RecordCodec;
import java.util.Map;

/** An answer of a shard. Immutable; arrays are not changed. {@link #CODEC} encodes it. */
public sealed interface ShardAnswer {
    RecordCodec<ShardAnswer> CODEC = new RecordCodec<>(
            "answer of a replay shard",
            Integer.MAX_VALUE,
            Map.of(1, State.class, 2, Rows.class, 3, Leaves.class, 4, Saved.class, 5, Refused.class));

    /**
     * The current state of a shard: the answer to every command and to every load.
     *
     * @param applied  number of the last command
     * @param total    sum of the leaves
     * @param size     leaves above 0
     * @param drawn    those of them that have been learnt from
     * @param greatest units so far
     */
    record State(long applied, long total, int size, int drawn, long greatest) implements ShardAnswer {}

    /**
     * The drawn rows, in the order of the points.
     *
     * @param transitions in the memory's own bytes
     */
    record Rows(int[] leaves, long[] positions, long[] units, byte[] transitions) implements ShardAnswer {}

    /** The copied leaves. */
    record Leaves(long[] units) implements ShardAnswer {}

    /** A section of a checkpoint. */
    record Saved(byte[] bytes) implements ShardAnswer {}

    /** The refusal of a request that could not be done. */
    record Refused(String why) implements ShardAnswer {}
}
