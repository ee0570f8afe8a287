package io.htsrl.storage;

import io.htsrl.storage.BankDifference.Value;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * How the elements of a bank's field are stored: in arrays of type {@code A}, which executors and learners use as they
 * are. What is asked here is asked for whole arrays or rows, never on the path of a step. {@link ElementTypes} has all
 * there are. Stateless, any thread.
 */
public abstract class ElementType<A> {
    ElementType() {}

    abstract A create(int length);

    abstract int length(A array);

    /** Bytes of one element. */
    abstract int bytes();

    abstract void digest(A array, BitHasher hasher);

    abstract void save(A array, DataOutput out) throws IOException;

    abstract void restore(A array, DataInput in) throws IOException;

    /** Copies {@code rows} stretches of {@code width} elements each, a stride of elements apart on each side. */
    abstract void copy(A source, int from, int sourceStride, A target, int to, int targetStride, int width, int rows);

    /** The raw bits of an element: equal for equal elements alone. */
    abstract long bits(A array, int index);

    Value value(A array, int index) {
        return new Value(text(array, index), hex(bits(array, index)));
    }

    abstract String text(A array, int index);

    private String hex(long bits) {
        return String.format("0x%0" + 2 * bytes() + "x", bits);
    }

    /** What differs between two elements of {@code field}: that field, or what a part of it is called. */
    String name(String field, A here, A there, int index) {
        return field;
    }

    /** How many numbers lie between two elements; -1 where that tells nothing. */
    long ulps(A here, A there, int index) {
        return -1;
    }
}
