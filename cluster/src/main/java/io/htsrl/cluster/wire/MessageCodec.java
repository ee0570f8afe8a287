package io.htsrl.cluster.wire;

import io.htsrl.cluster.pieces.Piece;
import io.htsrl.cluster.wire.Message.Answer;
import io.htsrl.cluster.wire.Message.Beat;
import io.htsrl.cluster.wire.Message.Bye;
import io.htsrl.cluster.wire.Message.Challenge;
import io.htsrl.cluster.wire.Message.Confirmed;
import io.htsrl.cluster.wire.Message.Examine;
import io.htsrl.cluster.wire.Message.Examined;
import io.htsrl.cluster.wire.Message.Handed;
import io.htsrl.cluster.wire.Message.Hello;
import io.htsrl.cluster.wire.Message.PieceOf;
import io.htsrl.cluster.wire.Message.Ping;
import io.htsrl.cluster.wire.Message.Pong;
import io.htsrl.cluster.wire.Message.Ready;
import io.htsrl.cluster.wire.Message.Refused;
import io.htsrl.cluster.wire.Message.Taken;
import io.htsrl.cluster.wire.Message.Unable;
import io.htsrl.cluster.wire.Message.Welcome;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Messages as bytes and back. Pure functions. */
public final class MessageCodec {
    private static final byte HELLO = 1;
    private static final byte CHALLENGE = 2;
    private static final byte ANSWER = 3;
    private static final byte WELCOME = 4;
    private static final byte READY = 5;
    private static final byte REFUSED = 6;
    private static final byte UNABLE = 7;
    private static final byte PIECE = 8;
    private static final byte CONFIRMED = 9;
    private static final byte BEAT = 10;
    private static final byte BYE = 11;
    private static final byte EXAMINE = 40;
    private static final byte EXAMINED = 41;
    private static final byte PING = 42;
    private static final byte PONG = 43;
    private static final byte HANDED = 44;
    private static final byte TAKEN = 45;
    /** Above what any text or proof has. */
    private static final int MOST = 1 << 20;

    private MessageCodec() {}

    public static byte[] encode(Message message) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(message instanceof PieceOf ? Piece.SIZE + 64 : 256);
        try {
            write(message, new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException("memory has no such faults", e);
        }
        return bytes.toByteArray();
    }

    private static void write(Message message, DataOutputStream out) throws IOException {
        if (message instanceof Hello hello) {
            out.writeByte(HELLO);
            text(out, hello.address());
            text(out, hello.name());
            text(out, hello.build());
            bytes(out, hello.nonce());
        } else if (message instanceof Challenge challenge) {
            out.writeByte(CHALLENGE);
            bytes(out, challenge.nonce());
            bytes(out, challenge.proof());
        } else if (message instanceof Answer answer) {
            out.writeByte(ANSWER);
            text(out, answer.address());
            bytes(out, answer.proof());
        } else if (message instanceof Welcome welcome) {
            out.writeByte(WELCOME);
            out.writeLong(welcome.session());
            texts(out, welcome.settings());
        } else if (message instanceof Ready ready) {
            out.writeByte(READY);
            out.writeLong(ready.session());
            text(out, ready.digest());
            text(out, ready.facts());
        } else if (message instanceof Refused refused) {
            out.writeByte(REFUSED);
            text(out, refused.why());
        } else if (message instanceof Unable unable) {
            out.writeByte(UNABLE);
            out.writeLong(unable.session());
            text(out, unable.why());
        } else {
            writeInSession(message, out);
        }
    }

    private static void writeInSession(Message message, DataOutputStream out) throws IOException {
        if (message instanceof PieceOf of) {
            out.writeByte(PIECE);
            out.writeLong(of.session());
            piece(out, of.piece());
        } else if (message instanceof Confirmed confirmed) {
            out.writeByte(CONFIRMED);
            out.writeLong(confirmed.session());
            out.writeLong(confirmed.parcel());
            out.writeInt(confirmed.index());
        } else if (message instanceof Beat beat) {
            out.writeByte(BEAT);
            out.writeLong(beat.session());
            out.writeLong(beat.progress());
        } else if (message instanceof Bye bye) {
            out.writeByte(BYE);
            out.writeLong(bye.session());
            text(out, bye.why());
        } else {
            writeOfDoctor(message, out);
        }
    }

    private static void piece(DataOutputStream out, Piece piece) throws IOException {
        out.writeLong(piece.parcel());
        out.writeInt(piece.index());
        out.writeInt(piece.length());
        bytes(out, piece.bytes());
    }

    private static void writeOfDoctor(Message message, DataOutputStream out) throws IOException {
        if (message instanceof Examine examine) {
            out.writeByte(EXAMINE);
            out.writeLong(examine.session());
            text(out, examine.digest());
            text(out, examine.facts());
        } else if (message instanceof Examined examined) {
            out.writeByte(EXAMINED);
            out.writeLong(examined.session());
        } else if (message instanceof Ping ping) {
            out.writeByte(PING);
            out.writeLong(ping.session());
            out.writeInt(ping.number());
            out.writeInt(ping.wanted());
            bytes(out, ping.bytes());
        } else if (message instanceof Pong pong) {
            out.writeByte(PONG);
            out.writeLong(pong.session());
            out.writeInt(pong.number());
            bytes(out, pong.bytes());
        } else {
            writeOfTree(message, out);
        }
    }

    private static void writeOfTree(Message message, DataOutputStream out) throws IOException {
        if (message instanceof Handed handed) {
            out.writeByte(HANDED);
            out.writeLong(handed.session());
            out.writeLong(handed.version());
            text(out, handed.from());
            piece(out, handed.piece());
        } else if (message instanceof Taken taken) {
            out.writeByte(TAKEN);
            out.writeLong(taken.session());
            out.writeLong(taken.version());
            out.writeInt(taken.index());
        }
    }

    /** @throws IOException when these are the bytes of no message */
    public static Message decode(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        Message message = read(in);
        if (in.available() > 0) {
            throw new IOException(in.available() + " bytes follow a message");
        }
        return message;
    }

    private static Message read(DataInputStream in) throws IOException {
        byte kind = in.readByte();
        return switch (kind) {
            case HELLO -> new Hello(text(in), text(in), text(in), bytes(in));
            case CHALLENGE -> new Challenge(bytes(in), bytes(in));
            case ANSWER -> new Answer(text(in), bytes(in));
            case WELCOME -> new Welcome(in.readLong(), texts(in));
            case READY -> new Ready(in.readLong(), text(in), text(in));
            case REFUSED -> new Refused(text(in));
            case UNABLE -> new Unable(in.readLong(), text(in));
            case PIECE -> new PieceOf(in.readLong(), piece(in));
            case CONFIRMED -> new Confirmed(in.readLong(), in.readLong(), in.readInt());
            case BEAT -> new Beat(in.readLong(), in.readLong());
            case BYE -> new Bye(in.readLong(), text(in));
            case EXAMINE -> new Examine(in.readLong(), text(in), text(in));
            case EXAMINED -> new Examined(in.readLong());
            case PING -> new Ping(in.readLong(), in.readInt(), in.readInt(), bytes(in));
            case PONG -> new Pong(in.readLong(), in.readInt(), bytes(in));
            case HANDED -> new Handed(in.readLong(), in.readLong(), text(in), piece(in));
            case TAKEN -> new Taken(in.readLong(), in.readLong(), in.readInt());
            default -> throw new IOException("there is no message of kind " + kind);
        };
    }

    private static Piece piece(DataInputStream in) throws IOException {
        return new Piece(in.readLong(), in.readInt(), in.readInt(), bytes(in));
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        bytes(out, text.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(DataInputStream in) throws IOException {
        return new String(bytes(in), StandardCharsets.UTF_8);
    }

    private static void bytes(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static byte[] bytes(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > MOST || length > in.available()) {
            throw new IOException("a message is cut off: " + length + " bytes were announced");
        }
        return in.readNBytes(length);
    }

    private static void texts(DataOutputStream out, Map<String, String> texts) throws IOException {
        out.writeInt(texts.size());
        for (Map.Entry<String, String> entry : texts.entrySet()) {
            text(out, entry.getKey());
            text(out, entry.getValue());
        }
    }

    private static Map<String, String> texts(DataInputStream in) throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            texts.put(text(in), text(in));
        }
        return texts;
    }
}
