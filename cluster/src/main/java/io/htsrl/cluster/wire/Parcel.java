package io.htsrl.cluster.wire;

import io.htsrl.cluster.columns.ColumnCodec.ColumnResult;
import io.htsrl.cluster.columns.ColumnUnit;
import io.htsrl.core.wire.RecordCodec;
import java.util.List;
import java.util.Map;

/** A parcel that is sent in pieces between a learner and an admitted node. {@link #CODEC} encodes it. */
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
                    40,
                    Plan.class,
                    41,
                    Want.class));

    /** Parameters of units of that version; sent to a node once. */
    record Policy(long version, float[] parameters) implements Parcel {}

    /** A node that another node sends parameters to. */
    record Child(String address, long session) {}

    /**
     * Announces parameters from the learner or another node, with their digest and the nodes that they are to be sent
     * on to.
     */
    record Plan(long version, byte[] digest, List<Child> children) implements Parcel {}

    /** Requests parameters of the learner, because they have not arrived from another node. */
    record Want(long version) implements Parcel {}

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
}
