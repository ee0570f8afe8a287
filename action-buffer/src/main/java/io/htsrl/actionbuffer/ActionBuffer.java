package io.htsrl.actionbuffer;

/**
 * Receives policy output rows from actors. Any number of threads. From taking an environment's state to
 * {@link #publish} its row belongs to the actor; from the executor's receipt to its next state event it belongs to the
 * executor.
 */
public interface ActionBuffer {

    /** Returns the array of all output rows. */
    float[] outputs();

    /** Returns the offset in {@link #outputs()} of the output row of {@code environment}. */
    int outputOffset(int environment);

    /** Notifies the owning executor that the row is written; never waits. */
    void publish(int environment);

    /** Returns the receiving side of executor worker {@code worker}. */
    ActionInbox inbox(int worker);
}
