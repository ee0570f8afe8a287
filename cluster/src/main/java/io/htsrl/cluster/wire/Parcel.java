package io.htsrl.cluster.wire;

import io.htsrl.cluster.columns.ColumnCodec.ColumnResult;
import io.htsrl.cluster.columns.ColumnUnit;
import io.htsrl.core.state.RecordCodec;
import java.util.List;
import java.util.Map;

/** What travels in pieces, between a learner and a node that was let in. {@link #CODEC} has its bytes. */
public sealed interface Parcel {
    RecordCodec<Parcel> CODEC = new RecordCodec<>(
            "parcel",
            Integer.MAX_VALUE,
            Map.of(
                    1,
                    Policy.class,
                    2,
                    Work.class,
                    3,
                    Full.class,
                    4,
                    Missing.class,
                    5,
                    Failed.class,
                    16,
                    Lane.class,
                    17,
                    OfShard.class,
                    40,
                    Plan.class,
                    41,
                    Want.class));

    /** Parameters that units of that version act with; to a node, once. */
    record Policy(long version, float[] parameters) implements Parcel {}

    /** A node that another one hands parameters to. */
    record Child(String address, long session) {}

    /** Parameters come, from the learner or from another node: what they are, and whom they are to be handed to. */
    record Plan(long version, byte[] digest, List<Child> children) implements Parcel {}

    /** They have not come: the learner is to send them itself. */
    record Want(long version) implements Parcel {}

    /** Work for a node. */
    record Work(ColumnUnit unit) implements Parcel {}

    /** A full column. */
    record Full(ColumnResult result) implements Parcel {}

    /** The node needs the starts of a unit. */
    record Missing(long interval, int attempt) implements Parcel {}

    /** The node could not run a unit. */
    record Failed(long interval, int attempt, String message) implements Parcel {}

    /** What a lane of the learner is told, or says, encoded. */
    record Lane(byte[] bytes) implements Parcel {}

    /**
     * A request to a shard of the replay memory, or its answer, which has the same number.
     *
     * @param shards of the memory
     * @param bytes  by the codec of {@link io.htsrl.replay.wire.ShardRequest}, or of its answer
     */
    record OfShard(int shards, int shard, long number, byte[] bytes) implements Parcel {}
}
