package io.htsrl.learners;

import io.htsrl.core.Policy;

/**
 * The parameter vectors φ_{k-1}, φ_k and φ_{k+1}, and the snapshots that actors read. The learner's thread writes
 * {@link #next()} during interval k; {@link #rotate} is called inside the swap alone, which orders everything here
 * between learner and actors (invariant 4).
 */
public final class ParameterVersions {
    private float[] previous;
    private float[] current;
    private float[] next;
    private Policy.Snapshot acting;
    private Policy.Snapshot spare;
    private long version;

    /** φ_0 is {@code initial}. */
    public ParameterVersions(Policy policy, float[] initial) {
        previous = initial.clone();
        current = initial.clone();
        next = initial.clone();
        acting = policy.newSnapshot();
        spare = policy.newSnapshot();
        acting.load(current);
    }

    /** k: which parameters {@link #current()} are. */
    public long version() {
        return version;
    }

    /** φ_{k-1}. */
    public float[] previous() {
        return previous;
    }

    /** φ_k. */
    public float[] current() {
        return current;
    }

    /** What becomes φ_{k+1}. */
    public float[] next() {
        return next;
    }

    /** The snapshot of φ_k. */
    public Policy.Snapshot acting() {
        return acting;
    }

    /** {@code φ_{k+1} := φ_k}, to be updated in place. */
    public void beginNext() {
        System.arraycopy(current, 0, next, 0, current.length);
    }

    /** Prepares the snapshot of φ_{k+1}; the actors do not see it before {@link #rotate}. */
    public void publishNext() {
        spare.load(next);
    }

    /** k := k + 1. */
    public void rotate() {
        float[] oldest = previous;
        previous = current;
        current = next;
        next = oldest;
        Policy.Snapshot retired = acting;
        acting = spare;
        spare = retired;
        version++;
    }

    /** Becomes version {@code newVersion} with these vectors, as a checkpoint holds them. */
    public void restore(long newVersion, float[] newPrevious, float[] newCurrent) {
        System.arraycopy(newPrevious, 0, previous, 0, previous.length);
        System.arraycopy(newCurrent, 0, current, 0, current.length);
        version = newVersion;
        acting.load(current);
    }
}
