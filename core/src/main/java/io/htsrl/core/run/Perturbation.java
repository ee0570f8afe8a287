package io.htsrl.core.run;

/**
 * A place where tests and the verification suite disturb the timing of a role. It may delay the calling thread or
 * throw, and must not touch anything else: a run's bits never depend on it.
 */
@FunctionalInterface
public interface Perturbation {

    /** Where in the pipeline the calling thread is. */
    enum Point {
        EXECUTOR_STEP,
        ACTOR_BATCH,
        LEARNER_UPDATE,
        SWAP
    }

    /**
     * Called before the work of {@code point}.
     *
     * @param index which environment, actor or (learner, swap) interval
     */
    void at(Point point, long index);

    /** Disturbs nothing. */
    Perturbation NONE = (point, index) -> {};
}
