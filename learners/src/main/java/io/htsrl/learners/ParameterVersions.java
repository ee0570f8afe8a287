package io.htsrl.learners;

/**
 * The parameter vectors φ_{k-1}, φ_k and φ_{k+1}. The learner's thread writes {@link #next()} during interval k;
 * {@link #rotate} is called inside the swap (or, where none exists, by the learner's thread after its update). Actors
 * read copies.
 */
public final class ParameterVersions {
    private float[] previous;
    private float[] current;
    private float[] next;
    private long version;

    /** Creates the versions with φ_0 = {@code initial}. */
    public ParameterVersions(float[] initial) {
        previous = initial.clone();
        current = initial.clone();
        next = initial.clone();
    }

    /** Returns k, the version of {@link #current()}. */
    public long version() {
        return version;
    }

    /** Returns φ_{k-1}. */
    public float[] previous() {
        return previous;
    }

    /** Returns φ_k. */
    public float[] current() {
        return current;
    }

    /** Returns the array that becomes φ_{k+1}. */
    public float[] next() {
        return next;
    }

    /** Sets {@code φ_{k+1} := φ_k}, for an update in place. */
    public void beginNext() {
        System.arraycopy(current, 0, next, 0, current.length);
    }

    /** Sets {@code k := k + 1}. */
    public void rotate() {
        float[] oldest = previous;
        previous = current;
        current = next;
        next = oldest;
        version++;
    }

    /** Sets the version to {@code newVersion} with these vectors from a checkpoint. */
    public void restore(long newVersion, float[] newPrevious, float[] newCurrent) {
        System.arraycopy(newPrevious, 0, previous, 0, previous.length);
        System.arraycopy(newCurrent, 0, current, 0, current.length);
        version = newVersion;
    }
}
