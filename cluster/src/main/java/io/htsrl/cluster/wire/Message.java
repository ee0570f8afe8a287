package io.htsrl.cluster.wire;

import io.htsrl.core.wire.RecordCodec;
import java.util.Map;

/** A message between learner and node. Immutable; arrays are not changed. {@link #CODEC} has its bytes. */
public sealed interface Message {
    /** Its limit is above what any text or proof has. Builds that differ understand kinds 1 to 7 of each other. */
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

    /** A message of before there is a session, which proves that who says it knows the secret. */
    sealed interface Proven extends Message {
        byte[] proof();

        /** The same with another proof; what is proven is the message with none. */
        Proven with(byte[] proof);
    }

    /**
     * A node knocks.
     *
     * @param address where it is answered
     * @param name    for people
     * @param build   version and commit of hts-rl
     * @param nonce   drawn for this, so that the learner can prove that it knows the secret
     */
    record Hello(String address, String name, String build, byte[] nonce, byte[] proof) implements Proven {
        @Override
        public Hello with(byte[] other) {
            return new Hello(address, name, build, nonce, other);
        }
    }

    /** The learner asks for the secret, and proves that it has it. */
    record Challenge(byte[] nonce, byte[] proof) implements Message {}

    /** The node proves that it has the secret. */
    record Answer(String address, byte[] proof) implements Message {}

    /** The node is let in, under a number that all further messages carry; what it is to run. */
    record Welcome(long session, Map<String, String> settings, byte[] proof) implements Proven {
        @Override
        public Welcome with(byte[] other) {
            return new Welcome(session, settings, other);
        }
    }

    /** What the node has made of that: it is ready. */
    record Ready(long session, String digest, String facts) implements Message {}

    /** The learner will not have the node. */
    record Refused(String why, byte[] proof) implements Proven {
        @Override
        public Refused with(byte[] other) {
            return new Refused(why, other);
        }
    }

    /** The node cannot run what it was given. */
    record Unable(long session, String why) implements Message {}

    /** Whoever is let in and only tests the connection says what a node would be ready with. */
    record Examine(long session, String digest, String facts) implements Message {}

    /** As a node it would be let in. */
    record Examined(long session) implements Message {}

    /**
     * Bytes to time the connection with.
     *
     * @param number of it; each is answered by one {@link Pong}
     * @param wanted bytes of the answer
     */
    record Ping(long session, int number, int wanted, byte[] bytes) implements Message {}

    /** The answer. */
    record Pong(long session, int number, byte[] bytes) implements Message {}

    /** One of a parcel. */
    record PieceOf(long session, Piece piece) implements Message {}

    /**
     * A piece of the parameters, from a node to another.
     *
     * @param session of the node that it goes to
     * @param version of the parameters
     * @param from    where it is confirmed
     */
    record Handed(long session, long version, String from, Piece piece) implements Message {}

    /** That has come to the node of that session. */
    record Taken(long session, long version, int index) implements Message {}

    /** It has come. */
    record Confirmed(long session, long parcel, int index) implements Message {}

    /** A sign of life; of a node with its steps so far. */
    record Beat(long session, long progress) implements Message {}

    /** Whoever says it goes. */
    record Bye(long session, String why) implements Message {}
}
