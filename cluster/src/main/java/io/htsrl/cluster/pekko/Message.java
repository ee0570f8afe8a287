package io.htsrl.cluster.pekko;

import io.htsrl.cluster.columns.ColumnCodec.ColumnResult;
import io.htsrl.cluster.columns.ColumnUnit;
import io.htsrl.core.wire.RecordCodec;
import java.util.Map;

/** A message between learner and node. Immutable; arrays are not changed. {@link #CODEC} encodes it. */
public sealed interface Message {
    /**
     * Codec of all messages. Its limit exceeds any text. Different builds understand each other's kinds 1, 4
     * and 6.
     */
    RecordCodec<Message> CODEC = new RecordCodec<>(
            "message",
            1 << 20,
            Map.ofEntries(
                    Map.entry(1, Hello.class),
                    Map.entry(4, Welcome.class),
                    Map.entry(5, Ready.class),
                    Map.entry(6, Refused.class),
                    Map.entry(7, Unable.class),
                    Map.entry(8, Piece.class),
                    Map.entry(9, Confirmed.class),
                    Map.entry(10, Beat.class),
                    Map.entry(11, Bye.class),
                    Map.entry(12, Drain.class)));

    /**
     * A node requests to join.
     *
     * @param address address for answers
     * @param name    name for the user
     * @param build   version and commit of hts-rl
     * @param nonce   drawn for this handshake; the learner repeats it, so that nobody else can answer
     */
    record Hello(String address, String name, String build, byte[] nonce) implements Message {}

    /** The node receives the settings of the run, and a session number that all further messages carry. */
    record Welcome(long session, Map<String, String> settings, byte[] nonce) implements Message {}

    /**
     * The node is ready, with its reading of the settings.
     *
     * @param joins whether it wants work; else it only tests the connection, and gets a {@link Bye}
     */
    record Ready(long session, String digest, String facts, boolean joins) implements Message {}

    /** The learner refuses the node. */
    record Refused(String why, byte[] nonce) implements Message {}

    /** The node cannot run the settings. */
    record Unable(long session, String why) implements Message {}

    /**
     * A piece of a parcel, or the whole parcel.
     *
     * @param number number of the piece in its direction, from 0
     * @param last   whether its parcel ends with it
     */
    record Piece(long session, long number, boolean last, byte[] bytes) implements Message {}

    /** Confirms all pieces before number {@code next}. */
    record Confirmed(long session, long next) implements Message {}

    /** A sign of life; a node's has its steps so far. */
    record Beat(long session, long progress) implements Message {}

    /** The node wants no more work; repeated until the learner, which has all that the node owes, ends the session. */
    record Drain(long session) implements Message {}

    /** The sender ends the session. */
    record Bye(long session, String why) implements Message {}

    /** A parcel that is sent in pieces between a learner and an admitted node. {@link #CODEC} encodes it. */
    sealed interface Parcel {
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
                        Lane.class));

        /** Parameters of units of that version; sent to a node once. */
        record Policy(long version, float[] parameters) implements Parcel {}

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
}
