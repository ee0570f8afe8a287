package io.htsrl.checkpoints;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.core.state.RawArrays;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** One write of some kind, and the reading of it; {@code size} is an array's length or a value. */
record Step(int kind, int size) {

    void write(DataOutput out) throws IOException {
        switch (kind) {
            case 0 -> out.writeByte(size);
            case 1 -> out.writeShort(size);
            case 2 -> out.writeInt(size * 0x01234567);
            case 3 -> out.writeLong(size * 0x0123456789abcdefL);
            case 4 -> out.writeFloat(size * 0.1f);
            case 5 -> out.writeDouble(size * 0.1);
            case 6 -> out.writeBoolean(size % 2 == 0);
            case 7 -> out.writeUTF("ü" + size);
            case 8 -> RawArrays.write(out, floats(), 1, size);
            case 9 -> RawArrays.write(out, ints(), 1, size);
            case 10 -> RawArrays.write(out, longs(), 1, size);
            case 11 -> RawArrays.write(out, doubles(), 1, size);
            case 12 -> RawArrays.write(out, bytes(), 1, size);
            default -> out.writeChars("ab" + (char) size);
        }
    }

    void read(DataInput in) throws IOException {
        switch (kind) {
            case 0 -> assertEquals(size & 0xff, in.readUnsignedByte());
            case 1 -> assertEquals(size & 0xffff, in.readUnsignedShort());
            case 2 -> assertEquals(size * 0x01234567, in.readInt());
            case 3 -> assertEquals(size * 0x0123456789abcdefL, in.readLong());
            case 4 -> assertEquals(size * 0.1f, in.readFloat());
            case 5 -> assertEquals(size * 0.1, in.readDouble());
            case 6 -> assertEquals(size % 2 == 0, in.readBoolean());
            case 7 -> assertEquals("ü" + size, in.readUTF());
            case 8 -> {
                float[] values = new float[size + 2];
                RawArrays.read(in, values, 1, size);
                assertArrayEquals(floats(), values);
            }
            case 9 -> {
                int[] values = new int[size + 2];
                RawArrays.read(in, values, 1, size);
                assertArrayEquals(ints(), values);
            }
            case 10 -> {
                long[] values = new long[size + 2];
                RawArrays.read(in, values, 1, size);
                assertArrayEquals(longs(), values);
            }
            case 11 -> {
                double[] values = new double[size + 2];
                RawArrays.read(in, values, 1, size);
                assertArrayEquals(doubles(), values);
            }
            case 12 -> {
                byte[] values = new byte[size + 2];
                RawArrays.read(in, values, 1, size);
                assertArrayEquals(bytes(), values);
            }
            default -> {
                assertEquals(4, in.skipBytes(4));
                assertEquals((char) size, in.readChar());
            }
        }
    }

    private float[] floats() {
        float[] values = new float[size + 2];
        for (int i = 1; i <= size; i++) {
            values[i] = i * 0.3f;
        }
        return values;
    }

    private int[] ints() {
        int[] values = new int[size + 2];
        for (int i = 1; i <= size; i++) {
            values[i] = i * 0x01020305;
        }
        return values;
    }

    private long[] longs() {
        long[] values = new long[size + 2];
        for (int i = 1; i <= size; i++) {
            values[i] = i * 0x0102030405060709L;
        }
        return values;
    }

    private double[] doubles() {
        double[] values = new double[size + 2];
        for (int i = 1; i <= size; i++) {
            values[i] = i * 0.3;
        }
        return values;
    }

    private byte[] bytes() {
        byte[] values = new byte[size + 2];
        for (int i = 1; i <= size; i++) {
            values[i] = (byte) (i * 7);
        }
        return values;
    }

    /** Some steps; their arrays end within a chunk, at its end and beyond. */
    static Arbitrary<List<Step>> lists() {
        Arbitrary<Integer> kinds = Arbitraries.integers().between(0, 13);
        Arbitrary<Integer> sizes = Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.integers().between(0, 40)),
                Tuple.of(1, Arbitraries.integers().between(0, 40_000)));
        return Combinators.combine(kinds, sizes).as(Step::new).list().ofMaxSize(30);
    }

    static void write(List<Step> steps, DataOutput out) throws IOException {
        for (Step step : steps) {
            step.write(out);
        }
    }

    /** What the JDK writes. */
    static byte[] bytes(List<Step> steps) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        write(steps, new DataOutputStream(bytes));
        return bytes.toByteArray();
    }
}
