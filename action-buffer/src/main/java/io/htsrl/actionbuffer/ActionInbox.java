package io.htsrl.actionbuffer;

/** The environments of one executor worker whose output rows have arrived. One thread. */
public interface ActionInbox {

    /**
     * Receives what has arrived, without waiting.
     *
     * @param environments receives the environments' indices
     * @return how many; 0 when nothing has arrived
     */
    int poll(int[] environments);

    /**
     * Receives what has arrived, waiting for the first.
     *
     * @throws io.htsrl.core.run.RunAbortedException when the run was aborted
     */
    int take(int[] environments);

    /**
     * Receives what has arrived, waiting for the first or until one of {@code requests} can be completed, in the way of
     * the wait mode: who looks for ever looks at both, who sleeps is woken by either.
     *
     * @return how many; 0 when a request can be completed, or now and then without need
     * @throws io.htsrl.core.run.RunAbortedException when the run was aborted
     */
    int take(int[] environments, PendingRequests requests);
}
