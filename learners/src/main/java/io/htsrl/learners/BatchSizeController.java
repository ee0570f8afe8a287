package io.htsrl.learners;

/**
 * Sets the number of transitions per batch. The learner's thread calls it before the first update of each interval that
 * has updates, so it must return fast when the size does not change.
 */
@FunctionalInterface
public interface BatchSizeController {
    /** Keeps the batch size of the settings. */
    BatchSizeController FIXED = (size, interval) -> size;

    /**
     * Returns the size of the following batches.
     *
     * @param size size of the previous batches
     * @param interval interval whose steps are learnt from next
     * @return the new size; {@code size} to keep it
     */
    int next(int size, long interval);
}
