package io.htsrl.core.policy;

/** Computes the output rows of consecutive replicas for their owner, at once and without a buffer. One thread. */
@FunctionalInterface
public interface RangeForward {

    /**
     * Computes the output rows of replicas {@code first .. first + count} for their observations before {@code step}.
     *
     * @param outputs receives the rows
     * @param offsets offset of the row of each replica
     */
    void compute(int first, int count, int step, float[] outputs, int[] offsets);
}
