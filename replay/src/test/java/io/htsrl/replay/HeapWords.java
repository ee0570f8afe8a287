package io.htsrl.replay;

import java.util.concurrent.atomic.AtomicLongArray;

/** Words on the heap whose every access an interleaving explorer sees. */
class HeapWords extends TreeMemory {
    private final AtomicLongArray words;

    HeapWords(int count) {
        words = new AtomicLongArray(count);
    }

    @Override
    long get(int index) {
        return words.get(index);
    }

    @Override
    long getAcquire(int index) {
        return words.get(index);
    }

    @Override
    long getAndSet(int index, long value) {
        return words.getAndSet(index, value);
    }

    @Override
    boolean compareAndSet(int index, long expected, long value) {
        return words.compareAndSet(index, expected, value);
    }

    @Override
    void add(int index, long delta) {
        words.getAndAdd(index, delta);
    }
}
