package io.htsrl.storage;

import java.nio.ByteOrder;
import net.openhft.hashing.Access;

/**
 * The bytes of a {@code float[]}, {@code int[]} or {@code long[]} in little-endian order, read where they lie: nothing
 * is copied, and offsets are 64 bits wide, since an array of 2^29 floats has 2^31 bytes. Offsets are multiples of 4, as
 * XXH3 reads lengths that are. For where {@link ArrayAccess} has no better. Stateless, any thread.
 */
final class ArrayBits extends Access<Object> {
    static final ArrayBits LITTLE_ENDIAN = new ArrayBits();
    private static final long LOW = 0xffffffffL;

    private ArrayBits() {}

    @Override
    public long getLong(Object array, long offset) {
        if (array instanceof long[] longs && (offset & 7) == 0) {
            return longs[(int) (offset >>> 3)];
        }
        return getUnsignedInt(array, offset) | (long) getInt(array, offset + Integer.BYTES) << Integer.SIZE;
    }

    @Override
    public int getInt(Object array, long offset) {
        if (array instanceof float[] floats) {
            return Float.floatToRawIntBits(floats[(int) (offset >>> 2)]);
        }
        if (array instanceof int[] ints) {
            return ints[(int) (offset >>> 2)];
        }
        return (int) (((long[]) array)[(int) (offset >>> 3)] >>> ((offset & 4) << 3));
    }

    @Override
    public long getUnsignedInt(Object array, long offset) {
        return getInt(array, offset) & LOW;
    }

    @Override
    public int getByte(Object array, long offset) {
        return (byte) (getInt(array, offset & ~3L) >>> ((offset & 3) << 3));
    }

    @Override
    public ByteOrder byteOrder(Object array) {
        return ByteOrder.LITTLE_ENDIAN;
    }

    @Override
    protected Access<Object> reverseAccess() {
        throw new UnsupportedOperationException("XXH3 reads little-endian words");
    }
}
