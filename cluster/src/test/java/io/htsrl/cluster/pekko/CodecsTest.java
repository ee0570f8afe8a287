package io.htsrl.cluster.pekko;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.htsrl.cluster.columns.ColumnCodec.ColumnResult;
import io.htsrl.cluster.columns.ColumnUnit;
import io.htsrl.cluster.columns.Parcel;
import io.htsrl.cluster.security.Identity;
import io.htsrl.executors.ReplicaDelta;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CodecsTest {
    private static final byte[] BYTES = {1, 2, 3};

    static final List<Message> MESSAGES = List.of(
            new Message.Hello("127.0.0.1:7", "n\u00f6de", "0.1", BYTES),
            new Message.Welcome(-5, Map.of("a", "b\nc", "d", ""), BYTES),
            new Message.Ready(9, new Identity("00ff", "ff", "cartpole"), true),
            new Message.Refused("no", BYTES),
            new Message.Unable(4, "no such environment"),
            new Message.Piece(3, 1L << 40, true, BYTES),
            new Message.Confirmed(3, 1L << 40),
            new Message.Beat(3, 77),
            new Message.Bye(3, "over"),
            new Message.Drain(3));

    static final List<Parcel> PARCELS = List.of(
            new Parcel.Policy(8, new float[] {1, -0f, Float.NaN}, new long[] {0, 7, 3}, new double[] {0.25, -0.0}),
            new Parcel.Work(new ColumnUnit(7, 8, 2, 3, 5, new byte[][] {null, BYTES})),
            new Parcel.Full(new ColumnResult(7, 2, 4, BYTES, new ReplicaDelta(BYTES, 5, new byte[0], true))),
            new Parcel.Missing(7, 2),
            new Parcel.Failed(7, 2, "threw"),
            new Parcel.Lane(BYTES),
            new Parcel.Opponent(7, new float[] {2, Float.NaN}));

    @Test
    void shouldBringEveryMessage() throws IOException {
        for (Message message : MESSAGES) {
            Message come = Message.CODEC.decode(Message.CODEC.encode(message));

            assertEquals(message.getClass(), come.getClass());
            assertArrayEquals(Message.CODEC.encode(message), Message.CODEC.encode(come), message.toString());
        }
    }

    /** Builds that differ must understand each other as far as to say so. */
    @Test
    void shouldKeepTheBytesOfTheFirstMessages() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeByte(1);
        for (byte[] part : List.of(utf8("127.0.0.1:7"), utf8("n\u00f6de"), utf8("0.1"), BYTES)) {
            out.writeInt(part.length);
            out.write(part);
        }
        assertArrayEquals(bytes.toByteArray(), Message.CODEC.encode(MESSAGES.get(0)));
        assertArrayEquals(
                new byte[] {6, 0, 0, 0, 2, 'n', 'o', 0, 0, 0, 3, 1, 2, 3}, Message.CODEC.encode(MESSAGES.get(3)));
        assertArrayEquals(
                new byte[] {9, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 1, 0, 0, 0, 0, 0}, Message.CODEC.encode(MESSAGES.get(6)));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A record that refuses its components, and lengths beyond what is there, or may be. */
    @Test
    void shouldRefuseWhatNoRecordHas() {
        byte[] unit = Parcel.CODEC.encode(new Parcel.Work(new ColumnUnit(7, 8, 2, 3, 5, new byte[][] {null, BYTES})));
        unit[24] = 9; // from
        assertThrows(IOException.class, () -> Parcel.CODEC.decode(unit));
        byte[] texts = Message.CODEC.encode(MESSAGES.get(1));
        texts[9] = 127; // how many
        assertThrows(IOException.class, () -> Message.CODEC.decode(texts));
        byte[] large = Message.CODEC.encode(new Message.Piece(3, 1, true, new byte[(1 << 20) + 1]));
        assertThrows(IOException.class, () -> Message.CODEC.decode(large));
    }

    @Test
    void shouldRefuseWhatIsCutOffOrTooLong() {
        for (Message message : MESSAGES) {
            byte[] bytes = Message.CODEC.encode(message);
            for (int length = 0; length < bytes.length; length++) {
                byte[] cut = Arrays.copyOf(bytes, length);
                assertThrows(IOException.class, () -> Message.CODEC.decode(cut), message + " cut to " + length);
            }
            assertThrows(IOException.class, () -> Message.CODEC.decode(Arrays.copyOf(bytes, bytes.length + 1)));
        }
        assertThrows(IOException.class, () -> Message.CODEC.decode(new byte[] {99}));
    }

    @Test
    void shouldBringEveryParcelAndRefuseWhatIsCutOff() throws IOException {
        for (Parcel parcel : PARCELS) {
            byte[] bytes = Parcel.CODEC.encode(parcel);
            assertArrayEquals(bytes, Parcel.CODEC.encode(Parcel.CODEC.decode(bytes)), parcel.toString());
            for (int length = 0; length < bytes.length; length++) {
                byte[] cut = Arrays.copyOf(bytes, length);
                assertThrows(IOException.class, () -> Parcel.CODEC.decode(cut), parcel + " cut to " + length);
            }
        }
        ColumnUnit unit = assertInstanceOf(Parcel.Work.class, Parcel.CODEC.decode(Parcel.CODEC.encode(PARCELS.get(1))))
                .unit();
        assertNull(unit.start(3));
        assertArrayEquals(BYTES, unit.start(4));
    }
}
