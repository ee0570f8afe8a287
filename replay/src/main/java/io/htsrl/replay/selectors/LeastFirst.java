package io.htsrl.replay.selectors;

import io.htsrl.core.state.Stateful;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Items in the order of two keys each, the least of them at hand: a binary heap that knows where each item is. No two
 * items have equal keys, so which is the least follows from the items alone. One thread; allocates nothing.
 */
final class LeastFirst implements Stateful {
    /** Bytes of each item that fits. */
    static final int ITEM_BYTES = 2 * Integer.BYTES + 2 * Long.BYTES;

    private static final int ABSENT = -1;

    private final int[] heap;
    private final int[] where;
    private final long[] first;
    private final long[] second;
    private int size;

    LeastFirst(int capacity) {
        heap = new int[capacity];
        where = new int[capacity];
        first = new long[capacity];
        second = new long[capacity];
        Arrays.fill(where, ABSENT);
    }

    int size() {
        return size;
    }

    boolean has(int item) {
        return where[item] != ABSENT;
    }

    /** The item of the least keys; there is one. */
    int least() {
        return heap[0];
    }

    /** One that is not there. */
    void add(int item, long firstKey, long secondKey) {
        first[item] = firstKey;
        second[item] = secondKey;
        put(item, size);
        size++;
        up(item);
    }

    /** One that is there. */
    void change(int item, long firstKey, long secondKey) {
        first[item] = firstKey;
        second[item] = secondKey;
        up(item);
        down(item);
    }

    /** One that is there. */
    void remove(int item) {
        int hole = where[item];
        where[item] = ABSENT;
        size--;
        if (hole < size) {
            int last = heap[size];
            put(last, hole);
            up(last);
            down(last);
        }
    }

    private void put(int item, int at) {
        heap[at] = item;
        where[item] = at;
    }

    private void up(int item) {
        int at = where[item];
        while (at > 0 && isBefore(item, heap[(at - 1) / 2])) {
            put(heap[(at - 1) / 2], at);
            at = (at - 1) / 2;
        }
        put(item, at);
    }

    private void down(int item) {
        int at = where[item];
        for (int child = leastChild(at); child < size && isBefore(heap[child], item); child = leastChild(at)) {
            put(heap[child], at);
            at = child;
        }
        put(item, at);
    }

    /** Where the lesser child lies, if any: beyond the size if none. */
    private int leastChild(int at) {
        int left = 2 * at + 1;
        return left + 1 < size && isBefore(heap[left + 1], heap[left]) ? left + 1 : left;
    }

    private boolean isBefore(int a, int b) {
        return first[a] != first[b] ? first[a] < first[b] : second[a] < second[b];
    }

    /** In the order of the items, whatever came before: equal items are equal bytes. */
    @Override
    public void save(DataOutput out) throws IOException {
        out.writeInt(size);
        for (int item = 0; item < where.length; item++) {
            if (has(item)) {
                out.writeInt(item);
                out.writeLong(first[item]);
                out.writeLong(second[item]);
            }
        }
    }

    @Override
    public void restore(DataInput in) throws IOException {
        Arrays.fill(where, ABSENT);
        size = 0;
        for (int left = in.readInt(); left > 0; left--) {
            int item = in.readInt();
            if (item < 0 || item >= where.length || has(item)) {
                throw new IOException("item " + item + " of a selector of " + where.length + " is damaged");
            }
            add(item, in.readLong(), in.readLong());
        }
    }
}
