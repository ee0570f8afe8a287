package io.htsrl.core.policy;

/**
 * What actors act on: the rows of the bank being written, and the parameters of the interval (invariant 4). The learner
 * prepares the next parameters; they become visible in the swap alone, when no state is outstanding. The next
 * interval's state events carry that to the actors, so plain fields suffice.
 */
public final class ActingState {
    private ObservationRows rows;
    private Policy.Snapshot snapshot;
    private Policy.Snapshot spare;

    public ActingState(Policy policy) {
        snapshot = policy.newSnapshot();
        spare = policy.newSnapshot();
    }

    /** Before the run starts: the first interval acts with {@code parameters}. */
    public void begin(ObservationRows first, float[] parameters) {
        rows = first;
        snapshot.load(parameters);
    }

    /** For the learner: copies the parameters of the next interval, which nobody sees before {@link #swap}. */
    public void prepare(float[] parameters) {
        spare.load(parameters);
    }

    /** Inside the swap: what was prepared acts from here on, into these rows. */
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
