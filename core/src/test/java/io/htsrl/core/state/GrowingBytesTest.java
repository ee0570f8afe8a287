package io.htsrl.core.state;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.htsrl.core.state.RawArrays.BulkOutput;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GrowingBytesTest {
    private static final int FLOATS = 50_000; // three blocks and some

    /** Keeps what is shared, and copies nothing else. */
    private static final class Sharing extends DataOutputStream implements BulkOutput {
        private final List<byte[]> shared = new ArrayList<>();

        Sharing(ByteArrayOutputStream copied) {
            super(copied);
        }

        @Override
        public void writeShared(byte[] unchanging) {
            shared.add(unchanging);
        }
    }

    private static float[] numbers() {
        float[] numbers = new float[FLOATS];
        for (int i = 0; i < FLOATS; i++) {
            numbers[i] = i + 0.5f;
        }
        return numbers;
    }

    private static byte[] written(float[] numbers) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        RawArrays.write(new DataOutputStream(bytes), numbers);
        return bytes.toByteArray();
    }

    private static GrowingBytes grown(float[] numbers, int atOnce) {
        GrowingBytes grown = new GrowingBytes();
        for (int i = 0; i < FLOATS; i += atOnce) {
            grown.append(numbers, i, atOnce);
        }
        return grown;
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 4, Integer.MAX_VALUE})
    void shouldRefuseALengthThatIsNotThere(int length) {
        byte[] three = ByteBuffer.allocate(7).putInt(length).array();
        assertThrows(
                IOException.class, () -> GrowingBytes.readSized(new DataInputStream(new ByteArrayInputStream(three))));
    }

    @Test
    void shouldReadAsManyBytesAsTheLengthSays() throws IOException {
        byte[] written = {0, 0, 0, 2, 7, 8, 9};
        assertArrayEquals(
                new byte[] {7, 8}, GrowingBytes.readSized(new DataInputStream(new ByteArrayInputStream(written))));
    }

    @Test
    void shouldHoldTheBytesThatBulkWrites() throws IOException {
        byte[] expected = written(numbers());
        GrowingBytes grown = grown(numbers(), 5);
        GrowingBytes appended = new GrowingBytes();
        appended.append(expected);
        GrowingBytes read = new GrowingBytes();
        read.append(new byte[7]); // of an earlier use
        read.readFrom(new DataInputStream(new ByteArrayInputStream(expected)), expected.length);

        for (GrowingBytes each : List.of(grown, appended, read)) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            each.writeTo(new DataOutputStream(bytes));
            assertArrayEquals(expected, bytes.toByteArray());
            assertArrayEquals(expected, each.from(0));
            assertEquals(expected.length, each.length());
            float[] some = new float[3];
            each.read(16383L * Float.BYTES, some); // across two blocks
            assertArrayEquals(new float[] {16383.5f, 16384.5f, 16385.5f}, some);
            assertEquals(2 * Float.BYTES, each.from((FLOATS - 2L) * Float.BYTES).length);
            each.append(new float[] {9}, 0, 1);
            assertEquals(expected.length + Float.BYTES, each.length());
        }
    }

    @Test
    void shouldShareWhatNeverChangesAndCopyTheRest() throws IOException {
        GrowingBytes grown = grown(numbers(), 1);
        ByteArrayOutputStream copied = new ByteArrayOutputStream();
        Sharing first = new Sharing(copied);
        Sharing second = new Sharing(copied);

        grown.writeTo(first);
        byte[] before = first.shared.get(2).clone();
        grown.append(new float[FLOATS], 0, FLOATS);
        grown.writeTo(second);
        grown.clear();
        grown.append(new float[FLOATS], 0, FLOATS);

        assertEquals(3, first.shared.size());
        assertEquals(first.shared, second.shared.subList(0, 3), "the same arrays");
        assertArrayEquals(before, first.shared.get(2));
        assertEquals(0, grown.from(FLOATS * 4L).length);
    }

    @Test
    void shouldNotReserveWhatIsNotThere() {
        GrowingBytes grown = new GrowingBytes();
        assertThrows(
                EOFException.class,
                () -> grown.readFrom(new DataInputStream(new ByteArrayInputStream(new byte[9])), Long.MAX_VALUE));
    }
}
