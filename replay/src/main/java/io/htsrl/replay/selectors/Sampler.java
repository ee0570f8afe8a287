package io.htsrl.replay.selectors;

/** The {@link Selector} that chooses the items to draw, by Reverb's names. */
public enum Sampler {
    /** Chooses in proportion to priorities. */
    PRIORITIZED,
    /** Chooses each item with equal probability. */
    UNIFORM,
    /** Chooses the oldest item. */
    FIFO,
    /** Chooses the newest item. */
    LIFO,
    /** Chooses the item with the greatest priority. */
    MAX_HEAP,
    /** Chooses the item with the least priority. */
    MIN_HEAP;

    /** Returns the default sampler of memories. */
    public static Sampler defaultValue(double alpha) {
        return alpha > 0 ? PRIORITIZED : UNIFORM;
    }

    /** Returns whether it uses priorities. */
    public boolean byPriority() {
        return this == PRIORITIZED || this == MAX_HEAP || this == MIN_HEAP;
    }

    /** Returns whether it chooses at random. */
    public boolean byChance() {
        return this == PRIORITIZED || this == UNIFORM;
    }

    /** Returns an empty selector for {@code capacity} items. */
    public Selector newSelector(int capacity) {
        return byChance() ? new WeightedSelector(capacity, this == UNIFORM) : new HeapSelector(this, capacity);
    }
}
