package io.htsrl.replay;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The transitions in a memory that have been learnt from, as a bit each, and their number. Any thread; while
 * transitions are overwritten, the number is approximate.
 */
final class DrawnTransitions {
    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] words;
    private final AtomicInteger count = new AtomicInteger();

    DrawnTransitions(int places) {
        words = new long[(places + Long.SIZE - 1) / Long.SIZE];
    }

    boolean has(int place) {
        return ((long) WORDS.getOpaque(words, place / Long.SIZE) >>> place & 1) != 0;
    }

    void add(int place) {
        long bit = 1L << place;
        if (!has(place) && ((long) WORDS.getAndBitwiseOr(words, place / Long.SIZE, bit) & bit) == 0) {
            count.getAndIncrement();
        }
    }

    void remove(int place) {
        long bit = 1L << place;
        if (has(place) && ((long) WORDS.getAndBitwiseAnd(words, place / Long.SIZE, ~bit) & bit) != 0) {
            count.getAndDecrement();
        }
    }

    int count() {
        return count.get();
    }
}
