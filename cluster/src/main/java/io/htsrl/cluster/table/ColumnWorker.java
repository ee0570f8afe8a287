package io.htsrl.cluster.table;

import io.htsrl.cluster.columns.ColumnUnit;

/** A worker that runs units: a node, or the learner's own machine. Called by the coordinator's thread; never waits. */
public interface ColumnWorker {

    /** Returns the worker's number, which is unique in this run. A node that returns is another worker. */
    int id();

    /** Returns the worker's name for the user. */
    String name();

    /**
     * Queues a unit.
     *
     * @param parameters parameters of the unit's version; they do not change during its interval
     */
    void work(ColumnUnit unit, float[] parameters);
}
