package io.htsrl.core.policy;

/**
 * Where the observations of the interval under way lie, as an actor sees them. Only rows whose state event has been
 * taken may be read: the event's publish orders the executor's write before the actor's read.
 */
public interface ObservationRows {

    /** Empties the batch and points it at the array of these rows. */
    void bind(ObservationBatch batch);

    /** Adds the observation of {@code environment} before its step {@code step} to a batch that {@link #bind} was given. */
    void add(ObservationBatch batch, int step, int environment);
}
