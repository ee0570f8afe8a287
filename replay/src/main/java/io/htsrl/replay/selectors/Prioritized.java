package io.htsrl.replay.selectors;

/**
 * In proportion to priorities (Schaul et al. 2016). Reverb's {@code Prioritized}, whose exponent is in the priorities
 * here, and which also takes priorities of 0. The thread rule is {@link Selector}'s.
 */
public final class Prioritized extends Weighted {

    /** @param capacity items are 0 .. capacity - 1 */
    public Prioritized(int capacity) {
        super(capacity);
    }

    @Override
    public void insert(int item, long number, long priority) {
        insert(item, priority);
    }

    @Override
    public void update(int item, long priority) {
        weigh(item, priority);
    }
}
