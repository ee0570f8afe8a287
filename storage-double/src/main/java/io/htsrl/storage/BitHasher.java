package io.htsrl.storage;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import net.openhft.hashing.Access;
import net.openhft.hashing.LongTupleHashFunction;

/**
 * A 128-bit running hash (XXH3-128) over raw bits in little-endian order: every array is hashed, and its hash absorbed
 * into the state. Not cryptographic: it distinguishes different runs, but does not resist forgery. One thread;
 * allocates only while its scratch grows, up to {@link #MOST_COPIED} bytes. Small arrays are copied there, which is
 * faster; larger ones are read without a copy if {@link ArrayAccess} can; the bits are the same.
 */
public final class BitHasher {
    /** Maximum bytes of a copied array: it and its copy fit into a core's cache. */
    static final int MOST_COPIED = 1 << 18;

    private static final LongTupleHashFunction XXH128 = LongTupleHashFunction.xx128();

    private final long[] state = new long[2];
    private final long[] part = new long[2];
    private final ByteBuffer absorbed = ByteBuffer.allocate(4 * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final int mostCopied;
    private Map<String, String> parts; // null if parts are not kept
    private String current;
    private ByteBuffer scratch = ByteBuffer.allocate(1 << 12).order(ByteOrder.LITTLE_ENDIAN);

    public BitHasher() {
        this(ArrayAccess.POSSIBLE ? MOST_COPIED : Integer.MAX_VALUE);
    }

    /** Creates a hasher that reads arrays of more than {@code mostCopied} bytes without a copy. */
    BitHasher(int mostCopied) {
        this.mostCopied = mostCopied;
    }

    /** Names the following input, up to the next name, to locate the difference of two runs. Changes no bit. */
    public void part(String name) {
        if (parts != null) {
            endPart();
            current = name;
        }
    }

    private void endPart() {
        if (current != null) {
            parts.put(current, hex());
        }
    }

    /** Starts to keep parts; input before the first name is called {@code first}. */
    public void keepParts(String first) {
        parts = new LinkedHashMap<>();
        current = first;
    }

    /** Returns the state after each kept part, in order: the first that differs names the first difference. */
    public Map<String, String> parts() {
        endPart();
        return Collections.unmodifiableMap(new LinkedHashMap<>(parts));
    }

    /** Restarts from a state of two longs. */
    public void restart(long low, long high) {
        state[0] = low;
        state[1] = high;
    }

    public void floats(float[] values, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, values.length);
        if (isCopied(length, Float.BYTES)) {
            scratch.asFloatBuffer().put(values, offset, length);
        }
        absorb(values, offset, length, Float.BYTES);
    }

    public void ints(int[] values, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, values.length);
        if (isCopied(length, Integer.BYTES)) {
            scratch.asIntBuffer().put(values, offset, length);
        }
        absorb(values, offset, length, Integer.BYTES);
    }

    public void longs(long[] values, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, values.length);
        if (isCopied(length, Long.BYTES)) {
            scratch.asLongBuffer().put(values, offset, length);
        }
        absorb(values, offset, length, Long.BYTES);
    }

    /** Returns whether so many values are copied into the scratch, and makes room for them. */
    private boolean isCopied(int length, int width) {
        long bytes = (long) length * width;
        if (bytes <= mostCopied && scratch.capacity() < bytes) {
            scratch = ByteBuffer.allocate((int) bytes).order(ByteOrder.LITTLE_ENDIAN);
        }
        return bytes <= mostCopied;
    }

    /** Absorbs values of an array, or their copy in the scratch. */
    private void absorb(Object values, int offset, int length, int width) {
        long bytes = (long) length * width;
        if (bytes <= mostCopied) {
            absorb(scratch.array(), 0, (int) bytes);
        } else {
            absorb(values, Access.unsafe(), ArrayAccess.at(values, (long) offset * width), bytes);
        }
    }

    public void bytes(byte[] values, int offset, int length) {
        absorb(values, offset, length);
    }

    public void integer(long value) {
        scratch.putLong(0, value);
        absorb(scratch.array(), 0, Long.BYTES);
    }

    public long low() {
        return state[0];
    }

    public long high() {
        return state[1];
    }

    /** Returns the state as 32 hexadecimal digits. */
    public String hex() {
        return hex(state[1], state[0]);
    }

    static String hex(long high, long low) {
        StringBuilder text = new StringBuilder(32);
        for (long word : new long[] {high, low}) {
            for (int shift = 60; shift >= 0; shift -= 4) {
                text.append(Character.forDigit((int) (word >>> shift) & 15, 16));
            }
        }
        return text.toString();
    }

    private void absorb(byte[] array, int offset, int length) {
        XXH128.hashBytes(array, offset, length, part);
        absorbPart();
    }

    /** Absorbs {@code bytes} bytes of {@code source}, which may be more than an array of bytes can hold. */
    <T> void absorb(T source, Access<T> access, long offset, long bytes) {
        XXH128.hash(source, access, offset, bytes, part);
        absorbPart();
    }

    private void absorbPart() {
        absorbed.putLong(0, state[0]).putLong(8, state[1]).putLong(16, part[0]).putLong(24, part[1]);
        XXH128.hashBytes(absorbed.array(), state);
    }

    /**
     * Access to the elements of arrays, with which XXH3 reads them without a copy: the hash library's access class, one
     * class for every array, whose loads have no array type. With an access that tests the type, the JIT compiler moves
     * the test before the hash's loop, discards the code each time an array of the other type comes, and compiles it
     * again: a quarter of a core for some minutes of a run. Stateless, any thread.
     */
    private static final class ArrayAccess {
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
}
