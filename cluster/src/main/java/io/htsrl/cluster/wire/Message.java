package io.htsrl.cluster.wire;

import io.htsrl.core.wire.RecordCodec;
import java.util.Map;

/** A message between learner and node. Immutable; arrays are not changed. {@link #CODEC} encodes it. */
public sealed interface Message {
    /**
     * Codec of all messages. Its limit exceeds any text and proof. Different builds understand each other's kinds 1 to
     * 7.
     */
    RecordCodec<Message> CODEC = new RecordCodec<>(
            "message",
            1 << 20,
            Map.ofEntries(
                    Map.entry(1, Hello.class),
                    Map.entry(2, Challenge.class),
                    Map.entry(3, Answer.class),
                    Map.entry(4, Welcome.class),
                    Map.entry(5, Ready.class),
                    Map.entry(6, Refused.class),
                    Map.entry(7, Unable.class),
                    Map.entry(8, PieceOf.class),
                    Map.entry(9, Confirmed.class),
                    Map.entry(10, Beat.class),
                    Map.entry(11, Bye.class),
                    Map.entry(40, Examine.class),
                    Map.entry(41, Examined.class),
                    Map.entry(42, Ping.class),
                    Map.entry(43, Pong.class),
                    Map.entry(44, Handed.class),
                    Map.entry(45, Taken.class)));

    /** A message before the session, with a proof that its sender knows the secret. */
    sealed interface Proven extends Message {
        byte[] proof();

        /** Returns a copy with another proof. The proof covers the message without a proof. */
        Proven with(byte[] proof);
    }

    /**
     * A node requests to join.
     *
     * @param address address for answers
     * @param name    name for the user
     * @param build   version and commit of hts-rl
     * @param nonce   drawn for this message, so that the learner can prove that it knows the secret
     */
    record Hello(String address, String name, String build, byte[] nonce, byte[] proof) implements Proven {
        @Override
        public Hello with(byte[] other) {
            return new Hello(address, name, build, nonce, other);
        }
    }

    /** The learner requests a proof of the secret, and proves that it knows it. */
    record Challenge(byte[] nonce, byte[] proof) implements Message {}

    /** The node proves that it knows the secret. */
    record Answer(String address, byte[] proof) implements Message {}

    /**
     * The node is admitted, under a session number that all further messages carry, and receives the settings of the
     * run.
     */
    record Welcome(long session, Map<String, String> settings, byte[] proof) implements Proven {
        @Override
        public Welcome with(byte[] other) {
            return new Welcome(session, settings, other);
        }
    }

    /** The node is ready, with its reading of the settings. */
    record Ready(long session, String digest, String facts) implements Message {}

    /** The learner refuses the node. */
    record Refused(String why, byte[] proof) implements Proven {
        @Override
        public Refused with(byte[] other) {
            return new Refused(why, other);
        }
    }

    /** The node cannot run the settings. */
    record Unable(long session, String why) implements Message {}

    /** An admitted process that only tests the connection sends what a node would send as {@link Ready}. */
    record Examine(long session, String digest, String facts) implements Message {}

    /** The learner would admit the process as a node. */
    record Examined(long session) implements Message {}

    /**
     * Bytes to measure the connection.
     *
     * @param number number of the message; each is answered by one {@link Pong}
     * @param wanted bytes of the answer
     */
    record Ping(long session, int number, int wanted, byte[] bytes) implements Message {}

    /** The answer to a {@link Ping}. */
    record Pong(long session, int number, byte[] bytes) implements Message {}

    /** A piece of a parcel. */
    record PieceOf(long session, Piece piece) implements Message {}

    /**
     * A piece of the parameters, from one node to another.
     *
     * @param session session of the receiving node
     * @param version version of the parameters
     * @param from    address for the confirmation
     */
    record Handed(long session, long version, String from, Piece piece) implements Message {}

    /** Confirms a {@link Handed} piece to its sender, with the receiver's session. */
    record Taken(long session, long version, int index) implements Message {}

    /** Confirms a piece of a parcel. */
    record Confirmed(long session, long parcel, int index) implements Message {}

    /** A sign of life; a node's has its steps so far. */
    record Beat(long session, long progress) implements Message {}

    /** The sender ends the session. */
    record Bye(long session, String why) implements Message {}
}
