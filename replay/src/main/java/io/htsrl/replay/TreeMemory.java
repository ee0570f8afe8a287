package io.htsrl.replay;

/**
 * The memory of a sum tree: 64-bit words, all zero at first. Any thread. The tree knows no more of its memory than
 * this, so that a test can put a memory under it whose every access an interleaving explorer sees.
 */
abstract class TreeMemory {

    /** A read without ordering, never torn on a 64-bit JVM: for sums on the way, which are checked at the end. */
    abstract long get(int index);

    /** A read after which everything that the writer of the value did before its write is visible. */
    abstract long getAcquire(int index);

    /** Writes and gives what was there before, as one atomic action; releases the writer's earlier writes. */
    abstract long getAndSet(int index, long value);

    /** Writes if {@code expected} is there; releases the writer's earlier writes. */
    abstract boolean compareAndSet(int index, long expected, long value);

    /** Adds as one atomic action. */
    abstract void add(int index, long delta);
}
