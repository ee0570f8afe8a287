package io.htsrl.replay.selectors;

/** First in, first out: the oldest item, by number. Reverb's {@code Fifo}. The thread rule is {@link Selector}'s. */
public final class Fifo extends Ordered {

    /** @param capacity items are 0 .. capacity - 1 */
    public Fifo(int capacity) {
        super(capacity);
    }

    @Override
    public void insert(int item, long number, long priority) {
        insertAt(item, number, 0);
    }

    @Override
    public void update(int item, long priority) {
        expect(item);
    }
}
