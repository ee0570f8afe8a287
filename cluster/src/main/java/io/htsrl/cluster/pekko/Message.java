package io.htsrl.cluster.pekko;

import io.htsrl.cluster.security.Identity;
import io.htsrl.core.wire.RecordCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.apache.pekko.serialization.JSerializer;

/** A message between learner and node. Immutable; arrays are not changed. {@link #CODEC} encodes it. */
public sealed interface Message {
    /** Codec of all messages. Its limit exceeds any text. Different builds understand each other's kinds 1, 4 and 6. */
    RecordCodec<Message> CODEC = new RecordCodec<>(
            "message",
            1 << 20,
            List.of(
                    Hello.class,
                    Ready.class,
                    Unable.class,
                    Welcome.class,
                    Piece.class,
                    Refused.class,
                    Beat.class,
                    Bye.class,
                    Confirmed.class,
                    Drain.class));

    /**
     * A node requests to join.
     *
     * @param address address for answers
     * @param name name for the user
     * @param build version and commit of hts-rl
     * @param nonce drawn for this handshake; the learner repeats it, so that nobody else can answer
     */
    record Hello(String address, String name, String build, byte[] nonce) implements Message {}

    /** A message of a session. */
    sealed interface InSession extends Message {
        long session();
    }

    /** The node receives the settings of the run, and a session number that all further messages carry. */
    record Welcome(long session, Map<String, String> settings, byte[] nonce) implements Message {}

    /**
     * Says that the node is ready, and how it has read the settings.
     *
     * @param joins whether it requests work; else it only tests the connection, and gets a {@link Bye}
     */
    record Ready(long session, Identity identity, boolean joins) implements Message {}

    /** The learner refuses the node. */
    record Refused(String why, byte[] nonce) implements Message {}

    /** The node cannot run the settings. */
    record Unable(long session, String why) implements Message {}

    /**
     * Carries a piece of a parcel, or a whole parcel.
     *
     * @param number number of the piece in its direction, from 0
     * @param last whether its parcel ends with it
     */
    record Piece(long session, long number, boolean last, byte[] bytes) implements InSession {}

    /** Confirms all pieces before number {@code next}. */
    record Confirmed(long session, long next) implements InSession {}

    /** A sign of life; a node's has its steps so far. */
    record Beat(long session, long progress) implements InSession {}

    /**
     * The node accepts no more work; repeated until the learner, which has all that the node owes, ends the session.
     */
    record Drain(long session) implements InSession {}

    /** The sender ends the session. */
    record Bye(long session, String why) implements InSession {}

    /** Encodes messages. Pekko creates it by its name and calls it from any thread. */
    final class Serializer extends JSerializer {
        private static final int ID = 7_311_905;

        @Override
        public int identifier() {
            return ID;
        }

        @Override
        public boolean includeManifest() {
            return false;
        }

        @Override
        public byte[] toBinary(Object message) {
            return Message.CODEC.encode((Message) message);
        }

        @Override
        public Object fromBinaryJava(byte[] bytes, Class<?> manifest) {
            try {
                return Message.CODEC.decode(bytes);
            } catch (IOException e) {
                throw new UncheckedIOException(e); // Pekko drops the message and continues
            }
        }
    }
}
