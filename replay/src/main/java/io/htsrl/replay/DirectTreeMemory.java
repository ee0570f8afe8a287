package io.htsrl.replay;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;

/**
 * Words outside the Java heap, word 0 on a cache-line boundary. A {@code long[]} cannot guarantee that: its first
 * element is 16 bytes after an address that is a multiple of 8 only, and changes when the collector moves it. Beside a
 * {@code long[]}, the difference was within the noise of the measurement. Counts against {@code
 * -XX:MaxDirectMemorySize} (by default as large as the heap); freed when the tree is collected.
 */
final class DirectTreeMemory extends TreeMemory {
    static final int LINE_BYTES = 64;
    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final ByteBuffer bytes;
    private final LongBuffer longs;

    DirectTreeMemory(int count) {
        bytes = ByteBuffer.allocateDirect(Math.multiplyExact(count, Long.BYTES) + LINE_BYTES)
                .alignedSlice(LINE_BYTES)
                .order(ByteOrder.nativeOrder());
        longs = bytes.asLongBuffer(); // its get() is a plain load; a view handle's is a slower one
    }

    /** Returns whether word {@code index} begins a cache line. */
    boolean beginsLine(int index) {
        return bytes.alignmentOffset(index * Long.BYTES, LINE_BYTES) == 0;
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
