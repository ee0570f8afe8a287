package io.htsrl.storage;

import java.nio.ByteOrder;

/**
 * Where the elements of arrays begin, for XXH3 to read them where they lie: by the hash library's own access, one class
 * for every array, whose loads know no type. With an access that asks for the type, the JIT compiler puts the question
 * before the hash's loop, throws the code away each time an array of the other type comes, and compiles it again: a
 * quarter of a core for some minutes of a run. Stateless, any thread.
 */
final class ArrayAccess {
    private static final long FLOATS = base("ARRAY_FLOAT_BASE_OFFSET");
    private static final long INTS = base("ARRAY_INT_BASE_OFFSET");
    private static final long LONGS = base("ARRAY_LONG_BASE_OFFSET");

    /** Whether elements lie in memory as they are hashed, and where is known; else arrays are copied first. */
    static final boolean POSSIBLE =
            ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN && FLOATS >= 0 && INTS >= 0 && LONGS >= 0;

    private ArrayAccess() {}

    private static long base(String name) {
        try {
            return ((Number) Class.forName("sun.misc.Unsafe").getField(name).get(null)).longValue();
        } catch (ReflectiveOperationException e) {
            return -1; // a JDK without it: the bits are the same
        }
    }

    /** The library's name for byte {@code offset} of the array's elements. */
    static long at(Object array, long offset) {
        if (!POSSIBLE) {
            throw new IllegalStateException(
                    "an array of 2 GB or more cannot be hashed by this JVM, which must copy it");
        }
        return offset + (array instanceof float[] ? FLOATS : array instanceof int[] ? INTS : LONGS);
    }
}
