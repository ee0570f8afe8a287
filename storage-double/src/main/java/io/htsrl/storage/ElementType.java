package io.htsrl.storage;

import io.htsrl.core.state.RawArrays;
import io.htsrl.storage.BankDifference.Value;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;

/**
 * Storage of the elements of a bank's field: in arrays of type {@code A}, which executors and learners use directly.
 * Its functions process whole arrays or rows and are never called for a step. Stateless, any thread.
 *
 * @param bytes of one element
 * @param bits returns the raw bits of an element: equal only for equal elements
 * @param text formats an element, for people
 */
record ElementType<A>(
        int bytes,
        IntFunction<A> create,
        BiConsumer<A, BitHasher> digest,
        Writer<A> save,
        Reader<A> restore,
        Bits<A> bits,
        Text<A> text) {
    static final ElementType<float[]> FLOAT = new ElementType<>(
            Float.BYTES,
            float[]::new,
            (array, hasher) -> hasher.floats(array, 0, array.length),
            RawArrays::write,
            RawArrays::read,
            (array, index) -> Float.floatToRawIntBits(array[index]) & 0xffffffffL,
            (array, index) -> Float.toString(array[index]));
    /** Unsigned bytes. */
    static final ElementType<byte[]> BYTE = new ElementType<>(
            1,
            byte[]::new,
            (array, hasher) -> hasher.bytes(array, 0, array.length),
            RawArrays::write,
            RawArrays::read,
            (array, index) -> array[index] & 0xff,
            (array, index) -> Integer.toString(array[index] & 0xff));

    static final ElementType<long[]> LONG = new ElementType<>(
            Long.BYTES,
            long[]::new,
            (array, hasher) -> hasher.longs(array, 0, array.length),
            RawArrays::write,
            RawArrays::read,
            (array, index) -> array[index],
            (array, index) -> Long.toString(array[index]));

    interface Writer<A> {
        void write(DataOutput out, A array) throws IOException;
    }

    interface Reader<A> {
        void read(DataInput in, A array) throws IOException;
    }

    interface Bits<A> {
        long of(A array, int index);
    }

    interface Text<A> {
        String of(A array, int index);
    }

    /** Returns a type with the same arrays and another text of elements. */
    ElementType<A> with(Text<A> newText) {
        return new ElementType<>(bytes, create, digest, save, restore, bits, newText);
    }

    /**
     * Returns the first index in {@code from .. to} at which the raw bits of two arrays differ; {@code to} if all are
     * equal.
     */
    int mismatch(A here, A there, int from, int to) {
        int index = from;
        while (index < to && bits.of(here, index) == bits.of(there, index)) {
            index++;
        }
        return index;
    }

    /** Returns the difference at {@code index}. */
    BankDifference difference(String field, int element, int step, int environment, A here, A there, int index) {
        boolean floats = here instanceof float[] && there instanceof float[];
        long ulps = floats ? BankDifference.ulps(((float[]) here)[index], ((float[]) there)[index]) : -1;
        return new BankDifference(field, element, step, environment, value(here, index), value(there, index), ulps);
    }

    private Value value(A array, int index) {
        return new Value(text.of(array, index), String.format("0x%0" + 2 * bytes + "x", bits.of(array, index)));
    }
}
