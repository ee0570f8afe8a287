package io.htsrl.core.run;

/** The loop of one role on one thread. Created anywhere, run by {@link WorkerThreads}. */
public interface Worker {

    /**
     * Returns the role and its number, such as {@code actor-2}: the name of the thread, also used in failure reports.
     */
    String roleName();

    /**
     * Works until the run is over.
     *
     * @throws RunAbortedException when {@link RunControl} has ended the run: not a failure of this worker
     * @throws Exception any other ends the run with this worker's role and the cause
     */
    void run() throws Exception;

    /**
     * Work that a thread does instead of waiting: serve a batch of ready states. Since rows are stable, any thread may
     * serve without changing a bit. One instance per thread.
     *
     * <p>Without dedicated actors, a thread that publishes states may wait for anything, or end, only when a call since
     * its last state has returned {@code false}. Otherwise a state could remain unserved for ever. {@code StateBuffer}
     * explains why this suffices.
     */
    @FunctionalInterface
    interface IdleWork {

        /** Serves a ready batch, without waiting; false when none is ready. */
        boolean serve();

        /** Never serves, for threads beside dedicated actors. */
        IdleWork NONE = () -> false;
    }
}
