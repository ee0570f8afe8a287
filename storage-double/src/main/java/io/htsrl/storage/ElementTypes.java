package io.htsrl.storage;

import io.htsrl.core.state.Bulk;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** The element types there are. Stateless, any thread. */
public final class ElementTypes {
    public static final ElementType<float[]> FLOAT = new Floats();
    /** Unsigned where they are told of. */
    public static final ElementType<byte[]> BYTE = new Bytes();
    /** Bytes that are 0 or 1. */
    public static final ElementType<byte[]> BOOLEAN = new Booleans();

    public static final ElementType<long[]> LONG = new Longs();

    private ElementTypes() {}

    private static final class Floats extends ElementType<float[]> {
        @Override
        float[] create(int length) {
            return new float[length];
        }

        @Override
        int length(float[] array) {
            return array.length;
        }

        @Override
        int bytes() {
            return Float.BYTES;
        }

        @Override
        void digest(float[] array, BitHasher hasher) {
            hasher.floats(array, 0, array.length);
        }

        @Override
        void save(float[] array, DataOutput out) throws IOException {
            Bulk.write(out, array);
        }

        @Override
        void restore(float[] array, DataInput in) throws IOException {
            Bulk.read(in, array);
        }

        @Override
        void copy(
                float[] source,
                int from,
                int sourceStride,
                float[] target,
                int to,
                int targetStride,
                int width,
                int rows) {
            for (int row = 0; row < rows; row++) {
                System.arraycopy(source, from + row * sourceStride, target, to + row * targetStride, width);
            }
        }

        @Override
        long bits(float[] array, int index) {
            return Float.floatToRawIntBits(array[index]) & 0xffffffffL;
        }

        @Override
        String text(float[] array, int index) {
            return Float.toString(array[index]);
        }

        @Override
        long ulps(float[] here, float[] there, int index) {
            return BankDifference.ulps(here[index], there[index]);
        }
    }

    /** Open for those whose values have names. */
    static class Bytes extends ElementType<byte[]> {
        @Override
        final byte[] create(int length) {
            return new byte[length];
        }

        @Override
        final int length(byte[] array) {
            return array.length;
        }

        @Override
        final int bytes() {
            return 1;
        }

        @Override
        final void digest(byte[] array, BitHasher hasher) {
            hasher.bytes(array, 0, array.length);
        }

        @Override
        final void save(byte[] array, DataOutput out) throws IOException {
            Bulk.write(out, array);
        }

        @Override
        final void restore(byte[] array, DataInput in) throws IOException {
            Bulk.read(in, array);
        }

        @Override
        final void copy(
                byte[] source,
                int from,
                int sourceStride,
                byte[] target,
                int to,
                int targetStride,
                int width,
                int rows) {
            for (int row = 0; row < rows; row++) {
                System.arraycopy(source, from + row * sourceStride, target, to + row * targetStride, width);
            }
        }

        @Override
        final long bits(byte[] array, int index) {
            return array[index] & 0xff;
        }

        @Override
        String text(byte[] array, int index) {
            return Integer.toString(array[index] & 0xff);
        }
    }

    private static final class Booleans extends Bytes {
        @Override
        String text(byte[] array, int index) {
            return Boolean.toString(array[index] != 0);
        }
    }

    private static final class Longs extends ElementType<long[]> {
        @Override
        long[] create(int length) {
            return new long[length];
        }

        @Override
        int length(long[] array) {
            return array.length;
        }

        @Override
        int bytes() {
            return Long.BYTES;
        }

        @Override
        void digest(long[] array, BitHasher hasher) {
            hasher.longs(array, 0, array.length);
        }

        @Override
        void save(long[] array, DataOutput out) throws IOException {
            Bulk.write(out, array);
        }

        @Override
        void restore(long[] array, DataInput in) throws IOException {
            Bulk.read(in, array);
        }

        @Override
        void copy(
                long[] source,
                int from,
                int sourceStride,
                long[] target,
                int to,
                int targetStride,
                int width,
                int rows) {
            for (int row = 0; row < rows; row++) {
                System.arraycopy(source, from + row * sourceStride, target, to + row * targetStride, width);
            }
        }

        @Override
        long bits(long[] array, int index) {
            return array[index];
        }

        @Override
        String text(long[] array, int index) {
            return Long.toString(array[index]);
        }
    }
}
