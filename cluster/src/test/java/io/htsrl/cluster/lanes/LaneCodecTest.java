package io.htsrl.cluster.lanes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class LaneCodecTest {
    private static final float[] FLOATS = {1, -0f, Float.intBitsToFloat(0x7fc00123), Float.MIN_VALUE};

    private static final List<LaneOrder> ORDERS = List.of(
            new LaneOrder.Rows(1L << 40, FLOATS, new byte[0]),
            new LaneOrder.Rows(3, new float[0], new byte[] {1, -2, 3}),
            new LaneOrder.Load(4, FLOATS),
            new LaneOrder.Forward(5, 3, 4, 4, 84, new int[] {7, -1}, new int[] {1, 4}),
            new LaneOrder.Backward(5, true, FLOATS),
            new LaneOrder.Backward(5, false, new float[0]),
            new LaneOrder.Accumulate(5, 2, FLOATS));

    private static final List<LaneAnswer> ANSWERS = List.of(
            new LaneAnswer.Outputs(5, "8000", FLOATS),
            new LaneAnswer.SliceSums(5, 2, FLOATS),
            new LaneAnswer.Failed("no m\u00e9moire"));

    /** Reads bytes. */
    private interface Reader {
        Object read(byte[] bytes) throws IOException;
    }

    @Test
    void shouldBringEveryOrderAndRefuseWhatIsCutOffOrTooLong() throws IOException {
        for (LaneOrder order : ORDERS) {
            byte[] bytes = LaneOrder.CODEC.encode(order);
            assertArrayEquals(bytes, LaneOrder.CODEC.encode(LaneOrder.CODEC.decode(bytes)), order.toString());
            refuse(bytes, LaneOrder.CODEC::decode);
        }
    }

    @Test
    void shouldBringEveryAnswerAndRefuseWhatIsCutOffOrTooLong() throws IOException {
        for (LaneAnswer answer : ANSWERS) {
            byte[] bytes = LaneAnswer.CODEC.encode(answer);
            assertArrayEquals(bytes, LaneAnswer.CODEC.encode(LaneAnswer.CODEC.decode(bytes)), answer.toString());
            refuse(bytes, LaneAnswer.CODEC::decode);
        }
    }

    private static void refuse(byte[] bytes, Reader reader) {
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThrows(IOException.class, () -> reader.read(cut), "cut to " + length);
        }
        assertThrows(IOException.class, () -> reader.read(Arrays.copyOf(bytes, bytes.length + 1)));
        byte[] unknown = bytes.clone();
        unknown[0] = 99;
        assertThrows(IOException.class, () -> reader.read(unknown));
    }
}
