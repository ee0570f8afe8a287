package io.htsrl.statebuffer;

/** The states that one actor serves with one forward pass: indices only. Owned and reused by one thread. */
public final class StateBatch {
    private final int[] environments;
    private final int[] steps;
    private int size;
    private int limit;

    public StateBatch(int capacity) {
        environments = new int[capacity];
        steps = new int[capacity];
        limit = capacity;
    }

    /** Sets the maximum number of states, 1 .. capacity; only while the batch is empty. */
    public void limit(int most) {
        limit = Math.min(most, environments.length);
    }

    public int size() {
        return size;
    }

    public int capacity() {
        return limit;
    }

    public int environment(int index) {
        return environments[index];
    }

    /** Returns the step within the interval that the state precedes. */
    public int step(int index) {
        return steps[index];
    }

    /** Empties the batch; a {@link StateBuffer} calls it before it fills the batch. */
    public void clear() {
        size = 0;
    }

    /** Adds a state; a {@link StateBuffer} calls it at most {@link #capacity} times after {@link #clear}. */
    public void add(int environment, int step) {
        environments[size] = environment;
        steps[size] = step;
        size++;
    }
}
