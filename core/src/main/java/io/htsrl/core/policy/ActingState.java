package io.htsrl.core.policy;

/**
 * The observation rows that are being written, and the parameters of the interval (invariant 4). The learner prepares
 * the next parameters; only the swap makes them visible, when no state is outstanding. The next interval's state events
 * order these writes before the actors' reads, so plain fields suffice.
 */
public final class ActingState {
    private ObservationRows rows;
    private Policy.Snapshot snapshot;
    private Policy.Snapshot spare;

    public ActingState(Policy policy) {
        snapshot = policy.newSnapshot();
        spare = policy.newSnapshot();
    }

    /** Sets the first rows and parameters, before the run starts. */
    public void begin(ObservationRows first, float[] parameters) {
        rows = first;
        snapshot.load(parameters);
    }

    /** Copies the parameters of the next interval; they are invisible before {@link #swap}. Called by the learner. */
    public void prepare(float[] parameters) {
        spare.load(parameters);
    }

    /** Makes the prepared parameters act from now on, on the given rows. Called inside the swap. */
    public void swap(ObservationRows next) {
        rows = next;
        Policy.Snapshot retired = snapshot;
        snapshot = spare;
        spare = retired;
    }

    public ObservationRows rows() {
        return rows;
    }

    public Policy.Snapshot snapshot() {
        return snapshot;
    }
}
