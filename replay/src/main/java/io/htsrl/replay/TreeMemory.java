package io.htsrl.replay;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;

/**
 * The memory of a sum tree: 64-bit words, initially zero. Any thread. The tree uses no other access to its memory, so a
 * test can replace it by a memory whose accesses an interleaving explorer controls.
 */
abstract class TreeMemory {

    /** Reads without ordering, never torn on a 64-bit JVM: for intermediate sums, which are checked at the end. */
    abstract long get(int index);

    /** Reads so that everything that the writer of the value did before its write is visible. */
    abstract long getAcquire(int index);

    /** Writes and returns the previous value, as one atomic action; releases the writer's earlier writes. */
    abstract long getAndSet(int index, long value);

    /** Writes if the value is {@code expected}; releases the writer's earlier writes. */
    abstract boolean compareAndSet(int index, long expected, long value);

    /** Adds as one atomic action. */
    abstract void add(int index, long delta);

    /**
     * Words outside the Java heap, word 0 on a cache-line boundary. A {@code long[]} cannot guarantee that: its first
     * element is 16 bytes after an address that is a multiple of 8 only, and changes when the collector moves it.
     * Beside a {@code long[]}, the difference was within the noise of the measurement. Counts against
     * {@code -XX:MaxDirectMemorySize} (by default as large as the heap); freed when the tree is collected.
     */
    static final class Direct extends TreeMemory {
        static final int LINE_BYTES = 64;
        private static final VarHandle LONGS =
                MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

        final ByteBuffer bytes;
        private final LongBuffer longs;

        Direct(int count) {
            bytes = ByteBuffer.allocateDirect(Math.multiplyExact(count, Long.BYTES) + LINE_BYTES)
                    .alignedSlice(LINE_BYTES)
                    .order(ByteOrder.nativeOrder());
            longs = bytes.asLongBuffer(); // its get() is a plain load; a view handle's is a slower one
        }

        @Override
        long get(int index) {
            return longs.get(index);
        }

        @Override
        long getAcquire(int index) {
            return (long) LONGS.getAcquire(bytes, index << 3);
        }

        @Override
        long getAndSet(int index, long value) {
            return (long) LONGS.getAndSet(bytes, index << 3, value);
        }

        @Override
        boolean compareAndSet(int index, long expected, long value) {
            return LONGS.compareAndSet(bytes, index << 3, expected, value);
        }

        @Override
        void add(int index, long delta) {
            long ignored = (long) LONGS.getAndAdd(bytes, index << 3, delta);
        }
    }
}
