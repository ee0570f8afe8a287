package io.htsrl.core.policy;

/**
 * The observations of the current interval, as an actor reads them. Only rows whose state event has been taken may be
 * read: the event's publish orders the executor's write before the actor's read.
 */
public interface ObservationRows {

    /** Empties the batch and points it at the array of these rows. */
    void bind(ObservationBatch batch);

    /**
     * Adds the observation of {@code environment} before step {@code step} to a batch that {@link #bind} has prepared.
     */
    void add(ObservationBatch batch, int step, int environment);
}
