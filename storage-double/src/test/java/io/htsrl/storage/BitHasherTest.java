package io.htsrl.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.SplittableRandom;
import net.openhft.hashing.Access;
import net.openhft.hashing.LongTupleHashFunction;
import org.junit.jupiter.api.Test;

/** Compares the hash of arrays read where they lie with the hash of their copies. */
class BitHasherTest {
    private static final LongTupleHashFunction XXH128 = LongTupleHashFunction.xx128();
    private static final int LONGEST = 3000; // beyond all of XXH3's cases for short input, and two of its blocks
    private static final int AROUND = BitHasher.MOST_COPIED / Float.BYTES;

    private final SplittableRandom random = new SplittableRandom(1);

    /** Copies, hashes and absorbs, from a state of zeros. */
    private static String copying(ByteBuffer littleEndian) {
        long[] part = new long[2];
        long[] state = new long[2];
        XXH128.hashBytes(littleEndian.array(), 0, littleEndian.capacity(), part);
        ByteBuffer absorbed = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
        absorbed.putLong(0).putLong(0).putLong(part[0]).putLong(part[1]);
        XXH128.hashBytes(absorbed.array(), state);
        return String.format("%016x%016x", state[1], state[0]);
    }

    private static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private float[] floats(int length) {
        float[] values = new float[length];
        for (int i = 0; i < length; i++) {
            values[i] = Float.intBitsToFloat(random.nextInt()); // NaN of every payload too
        }
        return values;
    }

    private void assertTheCopysBits(BitHasher hasher, int offset, int length) {
        float[] floats = floats(offset + length + 1);
        ByteBuffer ofFloats = buffer(4 * length);
        ofFloats.asFloatBuffer().put(floats, offset, length);
        hasher.restart(0, 0);
        hasher.floats(floats, offset, length);
        assertEquals(copying(ofFloats), hasher.hex(), length + " floats from " + offset);

        int[] ints = random.ints(offset + length + 1L).toArray();
        ByteBuffer ofInts = buffer(4 * length);
        ofInts.asIntBuffer().put(ints, offset, length);
        hasher.restart(0, 0);
        hasher.ints(ints, offset, length);
        assertEquals(copying(ofInts), hasher.hex(), length + " ints from " + offset);

        long[] longs = random.longs(offset + length + 1L).toArray();
        ByteBuffer ofLongs = buffer(8 * length);
        ofLongs.asLongBuffer().put(longs, offset, length);
        hasher.restart(0, 0);
        hasher.longs(longs, offset, length);
        assertEquals(copying(ofLongs), hasher.hex(), length + " longs from " + offset);
    }

    @Test
    void shouldGiveTheBitsOfACopyForEveryLength() {
        BitHasher inPlace = new BitHasher(0);
        for (int length = 0; length <= LONGEST; length++) {
            assertTheCopysBits(inPlace, length % 4, length);
        }
    }

    @Test
    void shouldGiveTheBitsOfACopyWhereItBeginsToReadInPlace() {
        BitHasher hasher = new BitHasher();
        for (int length :
                new int[] {0, 1, AROUND / 2, AROUND / 2 + 1, AROUND - 1, AROUND, AROUND + 1, 5 * AROUND + 3}) {
            assertTheCopysBits(hasher, length % 3, length);
        }
    }

    @Test
    void shouldNotCopyAGreatArray() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        float[] great = new float[1 << 22];
        BitHasher hasher = new BitHasher();
        hasher.floats(great, 0, 1000);
        long before = threads.getCurrentThreadAllocatedBytes();
        hasher.floats(great, 0, great.length);
        hasher.floats(great, 0, AROUND);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(allocated < 2 * BitHasher.MOST_COPIED, allocated + " bytes for an array of " + 4L * great.length);
    }

    /** Bytes that nobody has to hold: a word of 1 at one offset, 0 at all others. */
    private static final class OneWord extends Access<Void> {
        private final long where;
        private boolean read;

        OneWord(long where) {
            this.where = where;
        }

        @Override
        public long getLong(Void nothing, long offset) {
            if (offset != where) {
                return 0;
            }
            read = true;
            return 1;
        }

        @Override
        public int getByte(Void nothing, long offset) {
            throw new UnsupportedOperationException();
        }

        @Override
        public ByteOrder byteOrder(Void nothing) {
            return ByteOrder.LITTLE_ENDIAN;
        }

        @Override
        protected Access<Void> reverseAccess() {
            throw new UnsupportedOperationException();
        }
    }

    private static String withOneAt(long where, long bytes) {
        OneWord access = new OneWord(where);
        BitHasher hasher = new BitHasher();
        hasher.absorb(null, access, 0, bytes);
        assertTrue(access.read, "the word at " + where + " was not read");
        return hasher.hex();
    }

    /** 2^31 bytes are 2^29 floats. */
    @Test
    void shouldHashWhatLiesBeyondTwoGigabytes() {
        long bytes = (1L << 31) + 64;
        assertNotEquals(withOneAt(bytes - 8, bytes), withOneAt(1L << 31, bytes));
    }

    @Test
    void shouldRefuseWhatIsNotInTheArray() {
        assertThrows(IndexOutOfBoundsException.class, () -> new BitHasher(0).floats(new float[10], 5, 6));
        assertThrows(IndexOutOfBoundsException.class, () -> new BitHasher().longs(new long[10], -1, 6));
    }

    @Test
    void shouldKeepTheStateBehindEachPart() {
        BitHasher plain = new BitHasher();
        BitHasher hasher = new BitHasher();
        hasher.keepParts("first");
        for (BitHasher each : List.of(plain, hasher)) {
            each.integer(1);
            each.part("second");
            each.integer(2);
        }
        assertEquals(plain.hex(), hasher.hex());
        BitHasher one = new BitHasher();
        one.integer(1);
        assertEquals(List.of("first", "second"), List.copyOf(hasher.parts().keySet()));
        assertEquals(one.hex(), hasher.parts().get("first"));
        assertEquals(plain.hex(), hasher.parts().get("second"));
    }
}
