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
}
