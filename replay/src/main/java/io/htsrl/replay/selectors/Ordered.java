package io.htsrl.replay.selectors;

import io.htsrl.core.random.RandomStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Chooses the first in an order of two keys. The thread rule is {@link Selector}'s. */
abstract class Ordered implements Selector {
    private final LeastFirst items;

    Ordered(int capacity) {
        items = new LeastFirst(capacity);
    }

    final void insertAt(int item, long first, long second) {
        if (items.has(item)) {
            throw new IllegalArgumentException("item " + item + " is there already");
        }
        items.add(item, first, second);
    }

    final void moveTo(int item, long first, long second) {
        expect(item);
        items.change(item, first, second);
    }

    final void expect(int item) {
        if (!items.has(item)) {
            throw new IllegalArgumentException("item " + item + " is not there");
        }
    }

    @Override
    public final void delete(int item) {
        expect(item);
        items.remove(item);
    }

    @Override
    public final int sample(RandomStream draws, long draw) {
        if (items.size() == 0) {
            throw new IllegalStateException("there is no item to choose");
        }
        return items.least();
    }

    @Override
    public final int size() {
        return items.size();
    }

    @Override
    public void save(DataOutput out) throws IOException {
        items.save(out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        items.restore(in);
    }
}
