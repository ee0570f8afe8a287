package io.htsrl.replay.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.htsrl.replay.wire.ShardRequest.StateSection;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ShardCodecTest {
    private static final int[] INTS = {3, -1, Integer.MAX_VALUE};
    private static final long[] LONGS = {5, Long.MIN_VALUE, -7};
    private static final byte[] BYTES = {1, 0, -128};

    static Stream<ShardRequest> requests() {
        return Stream.of(
                new ShardRequest.Ask(),
                new ShardRequest.Insert(7, 1L << 60, BYTES),
                new ShardRequest.SetPriorities(8, INTS, LONGS, LONGS),
                new ShardRequest.Draw(9, LONGS),
                new ShardRequest.CopyLeaves(10, 11, 12, 13),
                new ShardRequest.Save(new StateSection(StateSection.Kind.FRAMES, 1, 2, 3)),
                new ShardRequest.Load(StateSection.of(StateSection.Kind.LEAVES), BYTES));
    }

    static Stream<ShardAnswer> answers() {
        return Stream.of(
                new ShardAnswer.State(1, 2, 3, 4, 5),
                new ShardAnswer.Rows(INTS, LONGS, LONGS, BYTES),
                new ShardAnswer.Leaves(LONGS),
                new ShardAnswer.Saved(BYTES),
                new ShardAnswer.Refused("no room för it"));
    }

    /** A record's parts, arrays as lists, which are equal where their elements are. */
    private static List<Object> parts(Record record) {
        return Arrays.stream(record.getClass().getRecordComponents())
                .map(component -> {
                    try {
                        Object part = component.getAccessor().invoke(record);
                        return part instanceof int[] ints
                                ? (Object) Arrays.toString(ints)
                                : part instanceof long[] longs
                                        ? Arrays.toString(longs)
                                        : part instanceof byte[] bytes ? Arrays.toString(bytes) : part;
                    } catch (ReflectiveOperationException e) {
                        throw new LinkageError(e.getMessage(), e);
                    }
                })
                .toList();
    }

    @ParameterizedTest
    @MethodSource("requests")
    void shouldReadRequestsAsTheyWereWritten(ShardRequest request) throws IOException {
        byte[] bytes = ShardRequest.CODEC.encode(request);
        ShardRequest read = ShardRequest.CODEC.decode(bytes);

        assertEquals(request.getClass(), read.getClass());
        assertEquals(parts((Record) request), parts((Record) read));
        assertArrayEquals(bytes, ShardRequest.CODEC.encode(read));
        refuses(bytes, ShardRequest.CODEC::decode);
    }

    @ParameterizedTest
    @MethodSource("answers")
    void shouldReadAnswersAsTheyWereWritten(ShardAnswer answer) throws IOException {
        byte[] bytes = ShardAnswer.CODEC.encode(answer);
        ShardAnswer read = ShardAnswer.CODEC.decode(bytes);

        assertEquals(answer.getClass(), read.getClass());
        assertEquals(parts((Record) answer), parts((Record) read));
        refuses(bytes, ShardAnswer.CODEC::decode);
    }

    private interface Reading {
        Object from(byte[] bytes) throws IOException;
    }

    /** Whatever is cut off, and whatever follows. */
    private static void refuses(byte[] bytes, Reading reading) {
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThrows(IOException.class, () -> reading.from(cut), () -> cut.length + " of " + bytes.length);
        }
        assertThrows(IOException.class, () -> reading.from(Arrays.copyOf(bytes, bytes.length + 1)));
        byte[] unknown = bytes.clone();
        unknown[0] = 99;
        assertThrows(IOException.class, () -> reading.from(unknown));
    }

    /** A length that nobody has sent must not reserve memory. */
    @Test
    void shouldNotBelieveALength() {
        byte[] bytes = ShardRequest.CODEC.encode(new ShardRequest.Draw(9, LONGS));
        bytes[9] = 0x7f; // behind the kind and the number
        assertThrows(IOException.class, () -> ShardRequest.CODEC.decode(bytes));
    }
}
