package io.htsrl.storage;

import java.nio.ByteOrder;
import net.openhft.hashing.Access;

/**
 * How XXH3 reads the little-endian bytes of an array where they lie. Where memory is little-endian it does so as it reads
 * a {@code byte[]}, by the hash library's own access: one class for every array, whose loads know no type. With
 * {@link ArrayBits}, which asks for the type, the JIT compiler puts the question before the hash's loop, throws the code
 * away each time an array of the other type comes, and compiles it again: a quarter of a core for some minutes of a run.
 * Stateless, any thread.
 */
final class ArrayAccess {
    /** Where the elements of an array begin; -1 where that is not known, and {@link ArrayBits} has to do. */
    private static final long FLOATS = base("ARRAY_FLOAT_BASE_OFFSET");

    private static final long INTS = base("ARRAY_INT_BASE_OFFSET");
    private static final long LONGS = base("ARRAY_LONG_BASE_OFFSET");

    private ArrayAccess() {}

    private static long base(String name) {
        if (ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
            return -1;
        }
        try {
            return ((Number) Class.forName("sun.misc.Unsafe").getField(name).get(null)).longValue();
        } catch (ReflectiveOperationException e) {
            return -1; // a JDK without it: the bits are the same
        }
    }

    static Access<Object> of(Object array) {
        return base(array) < 0 ? ArrayBits.LITTLE_ENDIAN : Access.unsafe();
    }

    /** What {@link #of} calls byte {@code offset} of the array's elements. */
    static long at(Object array, long offset) {
        return Math.max(0, base(array)) + offset;
    }

    private static long base(Object array) {
        return array instanceof float[] ? FLOATS : array instanceof int[] ? INTS : LONGS;
    }
}
