package io.htsrl.statebuffer;

/**
 * Hands ready states from executors to actors. Any number of threads on either side. Numbered guarantees, given that
 * an environment has at most one state outstanding (published and not yet answered):
 * <ol>
 *   <li>every published state is taken exactly once;</li>
 *   <li>what the publisher wrote before {@link #publish} is visible to whoever takes the state;</li>
 *   <li>{@code publish} never waits;</li>
 *   <li>a thread that publishes and then {@link #poll polls} either takes its state or another thread does: a state
 *       cannot be left behind by publishers that all go on to wait for their answers.</li>
 * </ol>
 */
public interface StateBuffer {

    /**
     * Offers a state to the actors.
     *
     * @param environment index of the replica
     * @param step        of the interval that the observation precedes
     * @throws IllegalStateException when more states are outstanding than there are environments
     */
    void publish(int environment, int step);

    /**
     * Takes at least {@code minimum} and at most the batch's capacity, waiting for them.
     *
     * @return the states taken; 0 when the buffer was closed
     * @throws io.htsrl.core.RunAbortedException when the run was aborted
     */
    int take(StateBatch batch, int minimum);

    /** Takes what {@link #take} would, without waiting; 0 when fewer than {@code minimum} states are ready. */
    int poll(StateBatch batch, int minimum);

    /** Ends every {@link #take}, now and later: the run is over. */
    void close();
}
