package io.htsrl.cluster.columns;

import io.htsrl.cluster.columns.ColumnCodec.ColumnResult;
import io.htsrl.core.wire.RecordCodec;
import java.util.List;

/** A parcel that is sent in pieces between a learner and an admitted node. {@link #CODEC} encodes it. */
public sealed interface Parcel {
    RecordCodec<Parcel> CODEC = new RecordCodec<>(
            "parcel",
            Integer.MAX_VALUE,
            List.of(Policy.class, Work.class, Full.class, Missing.class, Failed.class, Lane.class, Opponent.class));

    /**
     * Has the parameters of units of that version; a node gets it once.
     *
     * @param opponents ids of {@link io.htsrl.trainer.selfplay.OpponentState}; empty without self-play
     * @param weights its weights
     */
    record Policy(long version, float[] parameters, long[] opponents, double[] weights) implements Parcel {}

    /** Has an opponent of the next {@link Policy}; a node gets it once. */
    record Opponent(long id, float[] parameters) implements Parcel {}

    /** Work for a node. */
    record Work(ColumnUnit unit) implements Parcel {}

    /** A full column. */
    record Full(ColumnResult result) implements Parcel {}

    /** Requests the starts of a unit. */
    record Missing(long interval, int attempt) implements Parcel {}

    /** Reports that the node could not run a unit. */
    record Failed(long interval, int attempt, String message) implements Parcel {}

    /** An encoded order to a lane of the learner, or an encoded answer. */
    record Lane(byte[] bytes) implements Parcel {}

    default byte[] encoded() {
        return CODEC.encode(this);
    }
}
