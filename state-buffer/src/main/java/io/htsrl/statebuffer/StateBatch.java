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

    /** Lets it take no more than so many states from now on: 1 .. what it was made for; while it is empty. */
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

    /** The step within the interval that the state precedes. */
    public int step(int index) {
        return steps[index];
    }

    /** For a {@link StateBuffer}, before it fills the batch. */
    public void clear() {
        size = 0;
    }

    /** For a {@link StateBuffer}; at most {@link #capacity} times after {@link #clear}. */
    public void add(int environment, int step) {
        environments[size] = environment;
        steps[size] = step;
        size++;
    }
}
