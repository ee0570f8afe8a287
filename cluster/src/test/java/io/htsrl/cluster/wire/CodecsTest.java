package io.htsrl.cluster.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.htsrl.cluster.columns.ColumnResult;
import io.htsrl.cluster.columns.ColumnUnit;
import io.htsrl.cluster.pieces.Piece;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CodecsTest {
    private static final byte[] BYTES = {1, 2, 3};

    private static final List<Message> MESSAGES = List.of(
            new Message.Hello("127.0.0.1:7", "n\u00f6de", "0.1", BYTES),
            new Message.Challenge(BYTES, new byte[32]),
            new Message.Answer("127.0.0.1:7", BYTES),
            new Message.Welcome(-5, Map.of("a", "b\nc", "d", "")),
            new Message.Ready(9, "00ff", "cartpole"),
            new Message.Refused("no"),
            new Message.Unable(4, "no such environment"),
            new Message.PieceOf(3, new Piece(1L << 40, 2, 700_000, BYTES)),
            new Message.Confirmed(3, 1L << 40, 2),
            new Message.Beat(3, 77),
            new Message.Bye(3, "over"),
            new Message.Examine(3, "00ff", "cartpole"),
            new Message.Examined(3),
            new Message.Ping(3, 1, 64, BYTES),
            new Message.Pong(3, 1, BYTES),
            new Message.Handed(3, 8, "127.0.0.1:7", new Piece(0, 2, 700_000, BYTES)),
            new Message.Taken(3, 8, 2));

    @Test
    void shouldBringEveryMessage() throws IOException {
        for (Message message : MESSAGES) {
            Message come = MessageCodec.decode(MessageCodec.encode(message));

            assertEquals(message.getClass(), come.getClass());
            assertArrayEquals(MessageCodec.encode(message), MessageCodec.encode(come), message.toString());
        }
    }

    @Test
    void shouldRefuseWhatIsCutOffOrTooLong() {
        for (Message message : MESSAGES) {
            byte[] bytes = MessageCodec.encode(message);
            for (int length = 0; length < bytes.length; length++) {
                byte[] cut = Arrays.copyOf(bytes, length);
                assertThrows(IOException.class, () -> MessageCodec.decode(cut), message + " cut to " + length);
            }
            assertThrows(IOException.class, () -> MessageCodec.decode(Arrays.copyOf(bytes, bytes.length + 1)));
        }
        assertThrows(IOException.class, () -> MessageCodec.decode(new byte[] {99}));
    }

    @Test
    void shouldBringEveryParcelAndRefuseWhatIsCutOff() throws IOException {
        List<Parcel> parcels = List.of(
                new Parcel.Policy(8, new float[] {1, -0f, Float.NaN}),
                new Parcel.Work(new ColumnUnit(7, 8, 2, 3, 5, new byte[][] {null, BYTES})),
                new Parcel.Full(new ColumnResult(7, 2, 4, BYTES, new byte[0])),
                new Parcel.Missing(7, 2),
                new Parcel.Failed(7, 2, "threw"),
                new Parcel.Lane(BYTES),
                new Parcel.OfShard(4, 3, 1L << 33, BYTES),
                new Parcel.Plan(8, BYTES, List.of(new Parcel.Child("a:1", 5), new Parcel.Child("b:2", -6))),
                new Parcel.Plan(8, BYTES, List.of()),
                new Parcel.Want(8));
        for (Parcel parcel : parcels) {
            byte[] bytes = ParcelCodec.encode(parcel);
            assertArrayEquals(bytes, ParcelCodec.encode(ParcelCodec.decode(bytes)), parcel.toString());
            for (int length = 0; length < bytes.length; length++) {
                byte[] cut = Arrays.copyOf(bytes, length);
                assertThrows(IOException.class, () -> ParcelCodec.decode(cut), parcel + " cut to " + length);
            }
        }
        ColumnUnit unit = assertInstanceOf(Parcel.Work.class, ParcelCodec.decode(ParcelCodec.encode(parcels.get(1))))
                .unit();
        assertNull(unit.start(3));
        assertArrayEquals(BYTES, unit.start(4));
    }
}
