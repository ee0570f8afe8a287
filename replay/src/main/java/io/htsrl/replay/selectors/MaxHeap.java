package io.htsrl.replay.selectors;

/**
 * The greatest priority; of equal ones the item that was inserted or updated longest ago. Reverb's {@code MaxHeap}. The
 * thread rule is {@link Selector}'s.
 */
public final class MaxHeap extends ByPriority {

    /** @param capacity items are 0 .. capacity - 1 */
    public MaxHeap(int capacity) {
        super(capacity, -1);
    }
}
