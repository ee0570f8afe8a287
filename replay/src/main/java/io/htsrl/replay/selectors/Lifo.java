package io.htsrl.replay.selectors;

/** Last in, first out: the newest item, by number. Reverb's {@code Lifo}. The thread rule is {@link Selector}'s. */
public final class Lifo extends Ordered {

    /** @param capacity items are 0 .. capacity - 1 */
    public Lifo(int capacity) {
        super(capacity);
    }

    @Override
    public void insert(int item, long number, long priority) {
        insertAt(item, -number, 0);
    }

    @Override
    public void update(int item, long priority) {
        expect(item);
    }
}
