package io.htsrl.cluster.table;

import io.htsrl.cluster.columns.ColumnUnit;

/** Who runs units: a node, or the learner's own machine. Called by the coordinator's thread; never waits. */
public interface ColumnWorker {

    /** Of nobody else in this run, ever: a node that comes back is another worker. */
    int id();

    /** For people. */
    String name();

    /**
     * Takes a unit, behind those that it has.
     *
     * @param parameters of the unit's version; nobody writes them while its interval is under way
     */
    void work(ColumnUnit unit, float[] parameters);
}
