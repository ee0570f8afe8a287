package io.htsrl.replay.selectors;

/** Every item is as likely. Reverb's {@code Uniform}. The thread rule is {@link Selector}'s. */
public final class Uniform extends Weighted {

    /** @param capacity items are 0 .. capacity - 1 */
    public Uniform(int capacity) {
        super(capacity);
    }

    @Override
    public void insert(int item, long number, long priority) {
        insert(item, 1);
    }

    @Override
    public void update(int item, long priority) {
        expect(item);
    }
}
