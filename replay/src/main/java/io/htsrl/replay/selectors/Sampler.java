package io.htsrl.replay.selectors;

/** Which {@link Selector} chooses what is drawn, by Reverb's names. */
public enum Sampler {
    /** In proportion to priorities. */
    PRIORITIZED,
    /** Each as likely. */
    UNIFORM,
    /** The oldest. */
    FIFO,
    /** The newest. */
    LIFO,
    /** The greatest priority. */
    MAX_HEAP,
    /** The least priority. */
    MIN_HEAP;

    /** The one that memories have by themselves. */
    public static Sampler defaultValue(double alpha) {
        return alpha > 0 ? PRIORITIZED : UNIFORM;
    }

    /** Whether it looks at priorities. */
    public boolean byPriority() {
        return this == PRIORITIZED || this == MAX_HEAP || this == MIN_HEAP;
    }

    /** Whether it chooses by chance. */
    public boolean byChance() {
        return this == PRIORITIZED || this == UNIFORM;
    }

    /** An empty one for so many items. */
    public Selector newSelector(int capacity) {
        return byChance() ? new WeightedSelector(capacity, this == UNIFORM) : new HeapSelector(this, capacity);
    }
}
