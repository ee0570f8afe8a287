package io.htsrl.storage;

import java.nio.ByteOrder;

/**
 * Access to the elements of arrays, with which XXH3 reads them without a copy: the hash library's access class, one
 * class for every array, whose loads have no array type. With an access that tests the type, the JIT compiler moves the
 * test before the hash's loop, discards the code each time an array of the other type comes, and compiles it again: a
 * quarter of a core for some minutes of a run. Stateless, any thread.
 */
final class ArrayAccess {
    private static final long FLOATS = base("ARRAY_FLOAT_BASE_OFFSET");
    private static final long INTS = base("ARRAY_INT_BASE_OFFSET");
    private static final long LONGS = base("ARRAY_LONG_BASE_OFFSET");

    /** True if elements are stored in hash order at a known offset; otherwise arrays are copied first. */
    static final boolean POSSIBLE =
            ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN && FLOATS >= 0 && INTS >= 0 && LONGS >= 0;

    private ArrayAccess() {}

    private static long base(String name) {
        try {
            return ((Number) Class.forName("sun.misc.Unsafe").getField(name).get(null)).longValue();
        } catch (ReflectiveOperationException e) {
            return -1; // this JDK lacks it: the bits are the same
        }
    }

    /** Returns the library's offset for byte {@code offset} of the array's elements. */
    static long at(Object array, long offset) {
        if (!POSSIBLE) {
            throw new IllegalStateException(
                    "an array of 2 GB or more cannot be hashed by this JVM, which must copy it");
        }
        return offset + (array instanceof float[] ? FLOATS : array instanceof int[] ? INTS : LONGS);
    }
}
