package io.htsrl.core.run;

/**
 * A point at which tests and the verification suite disturb the timing of a role. It may delay the calling thread or
 * throw, and must not touch anything else: a run's bits never depend on it.
 */
@FunctionalInterface
public interface Perturbation {

    /** Points of the pipeline at which a thread calls. */
    enum Point {
        EXECUTOR_STEP,
        ACTOR_BATCH,
        LEARNER_UPDATE,
        SWAP
    }

    /**
     * Disturbs the calling thread before the work of {@code point}.
     *
     * @param index index of the environment or actor, or (learner, swap) number of the interval
     */
    void at(Point point, long index);

    /** Disturbs nothing. */
    Perturbation NONE = (point, index) -> {};
}
