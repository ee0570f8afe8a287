package io.htsrl.learners;

/**
 * Says how many transitions each batch has from here on. Called by the learner's thread, before the first update of each
 * interval that has any; quick where nothing is to change.
 */
@FunctionalInterface
public interface BatchSizeController {
    /** As large as the settings say, always. */
    BatchSizeController FIXED = (size, interval) -> size;

    /**
     * The size of the batches that follow.
     *
     * @param size     of those before
     * @param interval whose steps are learnt from next
     * @return {@code size} to change nothing
     */
    int next(int size, long interval);
}
