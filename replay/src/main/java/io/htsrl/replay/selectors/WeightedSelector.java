package io.htsrl.replay.selectors;

import io.htsrl.core.random.RandomStream;
import io.htsrl.replay.SumTree;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Chooses with a probability in proportion to priorities, or uniformly, over a sum tree. The choice is exact, since the
 * sums are of whole numbers.
 */
final class WeightedSelector implements Selector {
    private final SumTree tree;
    private final boolean uniform;
    private int size;

    WeightedSelector(int capacity, boolean uniform) {
        this.tree = new SumTree(capacity);
        this.uniform = uniform;
    }

    @Override
    public void insert(int item, long number, long priority) {
        if (tree.units(item) > 0) {
            throw new IllegalArgumentException("item " + item + " is there already");
        }
        set(item, uniform ? 1 : priority);
        size++;
    }

    @Override
    public void update(int item, long priority) {
        expect(item);
        if (!uniform) {
            set(item, priority);
        }
    }

    private void set(int item, long weight) {
        if (weight < 1) {
            throw new IllegalArgumentException("priority " + weight + " of item " + item + " must be at least 1 unit");
        }
        tree.setUnits(item, weight);
    }

    private void expect(int item) {
        if (tree.units(item) == 0) {
            throw new IllegalArgumentException("item " + item + " is not there");
        }
    }

    @Override
    public void delete(int item) {
        expect(item);
        tree.setUnits(item, 0);
        size--;
    }

    @Override
    public int sample(RandomStream draws, long draw) {
        if (size == 0) {
            throw new IllegalStateException("the selector is empty");
        }
        return tree.draw(draws, draw);
    }

    @Override
    public void save(DataOutput out) throws IOException {
        for (int item = 0; item < tree.capacity(); item++) {
            out.writeLong(tree.units(item));
        }
    }

    @Override
    public void restore(DataInput in) throws IOException {
        size = 0;
        for (int item = 0; item < tree.capacity(); item++) {
            long weight = in.readLong();
            tree.setUnits(item, weight);
            size += weight > 0 ? 1 : 0;
        }
    }
}
