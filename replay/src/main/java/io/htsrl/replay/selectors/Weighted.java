package io.htsrl.replay.selectors;

import io.htsrl.core.random.RandomStream;
import io.htsrl.replay.SumTree;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Chooses with a probability in proportion to weights, over a sum tree: exactly, for its sums are of whole numbers. The
 * thread rule is {@link Selector}'s.
 */
abstract class Weighted implements Selector {
    private final SumTree tree;
    private int size;

    Weighted(int capacity) {
        tree = new SumTree(capacity);
    }

    final void insert(int item, long weight) {
        if (tree.units(item) > 0) {
            throw new IllegalArgumentException("item " + item + " is there already");
        }
        tree.setUnits(item, checked(item, weight));
        size++;
    }

    final void weigh(int item, long weight) {
        expect(item);
        tree.setUnits(item, checked(item, weight));
    }

    private static long checked(int item, long weight) {
        if (weight < 1) {
            throw new IllegalArgumentException("priority " + weight + " of item " + item + " must be at least 1 unit");
        }
        return weight;
    }

    final void expect(int item) {
        if (tree.units(item) == 0) {
            throw new IllegalArgumentException("item " + item + " is not there");
        }
    }

    @Override
    public final void delete(int item) {
        expect(item);
        tree.setUnits(item, 0);
        size--;
    }

    @Override
    public final int sample(RandomStream draws, long draw) {
        if (size == 0) {
            throw new IllegalStateException("there is no item to choose");
        }
        return tree.draw(draws, draw);
    }

    @Override
    public final int size() {
        return size;
    }

    @Override
    public final void save(DataOutput out) throws IOException {
        for (int item = 0; item < tree.capacity(); item++) {
            out.writeLong(tree.units(item));
        }
    }

    @Override
    public final void restore(DataInput in) throws IOException {
        size = 0;
        for (int item = 0; item < tree.capacity(); item++) {
            long weight = in.readLong();
            tree.setUnits(item, weight);
            size += weight > 0 ? 1 : 0;
        }
    }
}
