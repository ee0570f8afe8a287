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
}
