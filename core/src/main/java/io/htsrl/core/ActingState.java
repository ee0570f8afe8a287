package io.htsrl.core;

/**
 * What actors act on: the rows of the bank being written, and the parameters of the interval. Assigned by the swap
 * alone, when no state is outstanding; the next interval's state events carry the assignment to the actors, so plain
 * fields suffice.
 */
public final class ActingState {
    private ObservationRows rows;
    private Policy.Snapshot snapshot;

    /** Called inside the swap, or before the run starts. */
    public void assign(ObservationRows newRows, Policy.Snapshot newSnapshot) {
        rows = newRows;
        snapshot = newSnapshot;
    }

    public ObservationRows rows() {
        return rows;
    }

    public Policy.Snapshot snapshot() {
        return snapshot;
    }
}
