package io.htsrl.core.run;

/** One role's loop on one thread. Created anywhere, run by {@link WorkerThreads}. */
public interface Worker {

    /** The role and its number, such as {@code actor-2}: the thread's name, and what a failure is reported under. */
    String roleName();

    /**
     * Works until the run is over.
     *
     * @throws RunAbortedException when {@link RunControl} has ended the run: not a failure of this worker
     * @throws Exception           any other ends the run with this worker's role and the cause
     */
    void run() throws Exception;

    /**
     * Work that a thread about to wait does instead: serve a batch of ready states. Since rows are stable, who serves changes
     * nothing. One instance per thread.
     *
     * <p>Where no other threads serve, a thread that publishes states may wait for anything, or end, only when a call since
     * its last state has given {@code false}: else a state could be left behind for ever. Why that suffices, says
     * {@code StateBuffer}.
     */
    @FunctionalInterface
    interface IdleWork {

        /** Serves what is ready, without waiting; false when there was nothing. */
        boolean serve();

        /** Never serves: somebody else does. */
        IdleWork NONE = () -> false;
    }
}
