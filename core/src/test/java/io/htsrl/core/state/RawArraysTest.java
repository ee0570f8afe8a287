package io.htsrl.core.state;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RawArraysTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutput out = new DataOutputStream(bytes);

    private DataInput written() {
        return new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    }

    @Test
    void shouldGiveBackTheSameFromAnArray() throws IOException {
        RawArrays.write(out, new float[] {1, -0f, Float.intBitsToFloat(0x7fc12345)});
        out.writeUTF("name");
        RawArrays.write(out, new long[] {3, Long.MIN_VALUE});
        RawArrays.write(out, new byte[] {7, -8});
        RawArrays.write(out, new int[] {1, -2});
        RawArrays.write(out, new double[] {Math.PI});
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        float[] floats = new float[3];
        long[] longs = new long[2];
        byte[] two = new byte[2];
        int[] ints = new int[3];
        double[] doubles = new double[1];

        RawArrays.read(in, floats);
        assertEquals("name", in.readUTF());
        RawArrays.read(in, longs);
        RawArrays.read(in, two);
        RawArrays.read(in, ints, 1, 2);
        RawArrays.read(in, doubles);
        assertThrows(EOFException.class, () -> RawArrays.read(in, new double[1]));

        assertEquals(0x7fc12345, Float.floatToRawIntBits(floats[2]));
        assertArrayEquals(new long[] {3, Long.MIN_VALUE}, longs);
        assertArrayEquals(new byte[] {7, -8}, two);
        assertArrayEquals(new int[] {0, 1, -2}, ints);
        assertEquals(Math.PI, doubles[0]);
        assertEquals(0, in.available());
    }

    @Test
    void shouldGiveBackWhatWasWritten() throws IOException {
        float[] floats = {1, -0f, Float.intBitsToFloat(0x7fc12345)};
        double[] doubles = {Math.PI, Double.longBitsToDouble(0x7ff8000000000123L)};
        RawArrays.write(out, floats);
        RawArrays.write(out, new int[] {1, -2});
        RawArrays.write(out, new long[] {3, Long.MIN_VALUE});
        RawArrays.write(out, doubles);
        RawArrays.write(out, new byte[] {7, -8});

        DataInput in = written();
        float[] readFloats = new float[3];
        RawArrays.read(in, readFloats);
        assertEquals(0x7fc12345, Float.floatToRawIntBits(readFloats[2]));
        assertArrayEquals(floats, readFloats);
        int[] ints = new int[2];
        RawArrays.read(in, ints);
        assertArrayEquals(new int[] {1, -2}, ints);
        long[] longs = new long[2];
        RawArrays.read(in, longs);
        assertArrayEquals(new long[] {3, Long.MIN_VALUE}, longs);
        double[] readDoubles = new double[2];
        RawArrays.read(in, readDoubles);
        assertEquals(0x7ff8000000000123L, Double.doubleToRawLongBits(readDoubles[1]));
        byte[] readBytes = new byte[2];
        RawArrays.read(in, readBytes);
        assertArrayEquals(new byte[] {7, -8}, readBytes);
    }

    @Test
    void shouldWriteTheStretchAloneInLittleEndianOrder() throws IOException {
        RawArrays.write(out, new int[] {9, 0x01020304, 9}, 1, 1);
        RawArrays.write(out, new float[] {9, 1.5f, 9}, 1, 1);

        ByteBuffer little = ByteBuffer.wrap(bytes.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
        assertEquals(8, little.remaining());
        assertEquals(0x01020304, little.getInt());
        assertEquals(1.5f, little.getFloat());
    }

    @Test
    void shouldGiveBackMoreThanAChunk() throws IOException {
        float[] floats = new float[10_000];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = i + 0.5f;
        }
        RawArrays.write(out, floats, 1, 9_990);

        float[] read = new float[10_000];
        RawArrays.read(written(), read, 1, 9_990);
        assertEquals(0, read[0]);
        assertArrayEquals(Arrays.copyOfRange(floats, 1, 9_991), Arrays.copyOfRange(read, 1, 9_991));
        assertEquals(0, read[9_991]);
    }

    @Test
    void shouldReadIntoTheStretchAlone() throws IOException {
        RawArrays.write(out, new double[] {1.5, 2.5});

        double[] values = new double[4];
        RawArrays.read(written(), values, 1, 2);
        assertArrayEquals(new double[] {0, 1.5, 2.5, 0}, values);
    }
}
