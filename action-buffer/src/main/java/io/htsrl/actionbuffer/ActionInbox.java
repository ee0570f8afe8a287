package io.htsrl.actionbuffer;

/** The environments of one executor worker whose output rows have arrived. One thread. */
public interface ActionInbox {

    /**
     * Receives the arrived environments, without waiting.
     *
     * @param environments receives the environments' indices
     * @return number of environments; 0 when none has arrived
     */
    int poll(int[] environments);

    /**
     * Receives the arrived environments, waiting for the first.
     *
     * @throws io.htsrl.core.run.RunAbortedException when the run was aborted
     */
    int take(int[] environments);

    /**
     * Receives the arrived environments, waiting for the first or until one of {@code requests} can be completed, by
     * the wait mode: a spinning thread polls both, a sleeping thread is woken by either.
     *
     * @return number of environments; 0 when a request can be completed, or occasionally without need
     * @throws io.htsrl.core.run.RunAbortedException when the run was aborted
     */
    int take(int[] environments, PendingRequests requests);
}
