package io.htsrl.replay;

/**
 * The memory of a sum tree: 64-bit words, initially zero. Any thread. The tree uses no other access to its memory, so a
 * test can replace it by a memory whose accesses an interleaving explorer controls.
 */
abstract class TreeMemory {

    /** Reads without ordering, never torn on a 64-bit JVM: for intermediate sums, which are checked at the end. */
    abstract long get(int index);

    /** Reads so that everything that the writer of the value did before its write is visible. */
    abstract long getAcquire(int index);

    /** Writes and returns the previous value, as one atomic action; releases the writer's earlier writes. */
    abstract long getAndSet(int index, long value);

    /** Writes if the value is {@code expected}; releases the writer's earlier writes. */
    abstract boolean compareAndSet(int index, long expected, long value);

    /** Adds as one atomic action. */
    abstract void add(int index, long delta);
}
