package io.htsrl.storage;

import io.htsrl.core.state.Bulk;
import io.htsrl.storage.BankDifference.Value;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.reflect.Array;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;

/**
 * How the elements of a bank's field are stored: in arrays of type {@code A}, which executors and learners use
 * directly. Its methods work on whole arrays or rows and are never called for a step. Stateless, any thread.
 */
public class ElementType<A> {
    public static final ElementType<float[]> FLOAT =
            new ElementType<>(
                    Float.BYTES,
                    float[]::new,
                    (array, hasher) -> hasher.floats(array, 0, array.length),
                    Bulk::write,
                    Bulk::read,
                    (array, index) -> Float.floatToRawIntBits(array[index]) & 0xffffffffL) {
                @Override
                String text(float[] array, int index) {
                    return Float.toString(array[index]);
                }

                @Override
                long ulps(float[] here, float[] there, int index) {
                    return BankDifference.ulps(here[index], there[index]);
                }
            };
    /** Unsigned. */
    public static final ElementType<byte[]> BYTE = new ElementType<>(
            1,
            byte[]::new,
            (array, hasher) -> hasher.bytes(array, 0, array.length),
            Bulk::write,
            Bulk::read,
            (array, index) -> array[index] & 0xff);

    public static final ElementType<long[]> LONG = new ElementType<>(
            Long.BYTES,
            long[]::new,
            (array, hasher) -> hasher.longs(array, 0, array.length),
            Bulk::write,
            Bulk::read,
            (array, index) -> array[index]);

    private final int bytes;
    private final IntFunction<A> create;
    private final BiConsumer<A, BitHasher> digest;
    private final Writer<A> save;
    private final Reader<A> restore;
    private final Bits<A> bits;

    private interface Writer<A> {
        void write(DataOutput out, A array) throws IOException;
    }

    private interface Reader<A> {
        void read(DataInput in, A array) throws IOException;
    }

    private interface Bits<A> {
        long of(A array, int index);
    }

    private ElementType(
            int bytes,
            IntFunction<A> create,
            BiConsumer<A, BitHasher> digest,
            Writer<A> save,
            Reader<A> restore,
            Bits<A> bits) {
        this.bytes = bytes;
        this.create = create;
        this.digest = digest;
        this.save = save;
        this.restore = restore;
        this.bits = bits;
    }

    /** The same arrays; a subclass names their values. */
    ElementType(ElementType<A> stored) {
        this(stored.bytes, stored.create, stored.digest, stored.save, stored.restore, stored.bits);
    }

    final A create(int length) {
        return create.apply(length);
    }

    final int length(A array) {
        return Array.getLength(array);
    }

    /** Bytes of one element. */
    final int bytes() {
        return bytes;
    }

    final void digest(A array, BitHasher hasher) {
        digest.accept(array, hasher);
    }

    final void save(A array, DataOutput out) throws IOException {
        save.write(out, array);
    }

    final void restore(A array, DataInput in) throws IOException {
        restore.read(in, array);
    }

    /** Copies {@code rows} rows of {@code width} elements, which lie a stride of elements apart on each side. */
    final void copy(A source, int from, int sourceStride, A target, int to, int targetStride, int width, int rows) {
        for (int row = 0; row < rows; row++) {
            System.arraycopy(source, from + row * sourceStride, target, to + row * targetStride, width);
        }
    }

    /** The raw bits of an element: equal for equal elements alone. */
    final long bits(A array, int index) {
        return bits.of(array, index);
    }

    final Value value(A array, int index) {
        return new Value(text(array, index), String.format("0x%0" + 2 * bytes + "x", bits(array, index)));
    }

    String text(A array, int index) {
        return Long.toString(bits(array, index));
    }

    /** The name of a difference between two elements of {@code field}: that field, or a part of it. */
    String name(String field, A here, A there, int index) {
        return field;
    }

    /** The numbers between two elements; -1 where that means nothing. */
    long ulps(A here, A there, int index) {
        return -1;
    }
}
