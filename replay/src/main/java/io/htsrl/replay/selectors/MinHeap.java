package io.htsrl.replay.selectors;

/**
 * The least priority; of equal ones the item that was inserted or updated longest ago. Reverb's {@code MinHeap}. The
 * thread rule is {@link Selector}'s.
 */
public final class MinHeap extends ByPriority {

    /** @param capacity items are 0 .. capacity - 1 */
    public MinHeap(int capacity) {
        super(capacity, 1);
    }
}
