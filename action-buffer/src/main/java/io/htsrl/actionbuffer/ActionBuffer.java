package io.htsrl.actionbuffer;

/**
 * Where actors put policy output rows. Any number of threads; between taking an environment's state and
 * {@link #publish} its row belongs to the actor, from the executor's receipt to its next state event to the executor.
 */
public interface ActionBuffer {

    /** The array that all output rows live in. */
    float[] outputs();

    /** Where the output row of {@code environment} begins in {@link #outputs()}. */
    int outputOffset(int environment);

    /** Tells the owning executor that the row is written; never waits. */
    void publish(int environment);

    /** The receiving side of executor worker {@code worker}. */
    ActionInbox inbox(int worker);
}
