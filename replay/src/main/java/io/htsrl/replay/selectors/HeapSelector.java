package io.htsrl.replay.selectors;

import io.htsrl.core.random.RandomStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Chooses the first item in an order: the oldest, the newest, or that of the greatest or least priority; of equal
 * priorities the item that was inserted or updated longest ago, which is Reverb's rule. A binary heap that knows where
 * each item is. No two items have equal keys, so the choice follows from the items alone. Allocates nothing.
 */
final class HeapSelector implements Selector {
    /** Bytes per item of the capacity. */
    static final int ITEM_BYTES = 2 * Integer.BYTES + 2 * Long.BYTES;

    private static final int ABSENT = -1;

    private final Sampler order;
    private final int[] heap;
    private final int[] indices;
    private final long[] first;
    private final long[] second;
    private int size;
    private long changes; // number of priority changes

    HeapSelector(Sampler order, int capacity) {
        this.order = order;
        heap = new int[capacity];
        indices = new int[capacity];
        first = new long[capacity];
        second = new long[capacity];
        Arrays.fill(indices, ABSENT);
    }

    @Override
    public void insert(int item, long number, long priority) {
        if (contains(item)) {
            throw new IllegalArgumentException("item " + item + " is there already");
        }
        switch (order) {
            case FIFO -> add(item, number, 0);
            case LIFO -> add(item, -number, 0);
            default -> add(item, key(priority), changes++);
        }
    }

    private long key(long priority) {
        return order == Sampler.MAX_HEAP ? -priority : priority;
    }

    private boolean contains(int item) {
        return indices[item] != ABSENT;
    }

    private void add(int item, long firstKey, long secondKey) {
        first[item] = firstKey;
        second[item] = secondKey;
        put(item, size);
        size++;
        up(item);
    }

    @Override
    public void update(int item, long priority) {
        expect(item);
        if (order.byPriority()) {
            first[item] = key(priority);
            second[item] = changes++;
            up(item);
            down(item);
        }
    }

    private void expect(int item) {
        if (!contains(item)) {
            throw new IllegalArgumentException("item " + item + " is not there");
        }
    }

    @Override
    public void delete(int item) {
        expect(item);
        int hole = indices[item];
        indices[item] = ABSENT;
        size--;
        if (hole < size) {
            int last = heap[size];
            put(last, hole);
            up(last);
            down(last);
        }
    }

    @Override
    public int sample(RandomStream draws, long draw) {
        if (size == 0) {
            throw new IllegalStateException("the selector is empty");
        }
        return heap[0];
    }

    private void put(int item, int at) {
        heap[at] = item;
        indices[item] = at;
    }

    private void up(int item) {
        int at = indices[item];
        while (at > 0 && isBefore(item, heap[(at - 1) / 2])) {
            put(heap[(at - 1) / 2], at);
            at = (at - 1) / 2;
        }
        put(item, at);
    }

    private void down(int item) {
        int at = indices[item];
        for (int child = leastChild(at); child < size && isBefore(heap[child], item); child = leastChild(at)) {
            put(heap[child], at);
            at = child;
        }
        put(item, at);
    }

    /** Returns the index of the lesser child; beyond the size if none exists. */
    private int leastChild(int at) {
        int left = 2 * at + 1;
        return left + 1 < size && isBefore(heap[left + 1], heap[left]) ? left + 1 : left;
    }

    private boolean isBefore(int a, int b) {
        return first[a] != first[b] ? first[a] < first[b] : second[a] < second[b];
    }

    /** Writes the items by number, in any history: equal items are equal bytes. */
    @Override
    public void save(DataOutput out) throws IOException {
        if (order.byPriority()) {
            out.writeLong(changes);
        }
        out.writeInt(size);
        for (int item = 0; item < indices.length; item++) {
            if (contains(item)) {
                out.writeInt(item);
                out.writeLong(first[item]);
                out.writeLong(second[item]);
            }
        }
    }

    @Override
    public void restore(DataInput in) throws IOException {
        if (order.byPriority()) {
            changes = in.readLong();
        }
        Arrays.fill(indices, ABSENT);
        size = 0;
        for (int left = in.readInt(); left > 0; left--) {
            int item = in.readInt();
            if (item < 0 || item >= indices.length || contains(item)) {
                throw new IOException("item " + item + " of a selector of " + indices.length + " is damaged");
            }
            add(item, in.readLong(), in.readLong());
        }
    }
}
