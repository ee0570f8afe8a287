package io.htsrl.statebuffer;

/**
 * Hands ready states from executors to actors. Any number of threads on either side. Numbered guarantees, given that
 * an environment has at most one state outstanding (published and not yet answered):
 * <ol>
 *   <li>every published state is taken exactly once;</li>
 *   <li>what the publisher wrote before {@link #publish} is visible to whoever takes the state;</li>
 *   <li>{@code publish} never waits;</li>
 *   <li>states are taken in the order of their places, which publishers claim; {@link #poll} gives nothing only if at
 *       some moment after the caller's last {@code publish} the first {@code minimum} places not yet taken were not all
 *       published.</li>
 * </ol>
 *
 * <p><b>Who may wait.</b> Where dedicated actors {@link #take}, executors may wait whenever they like. Where executors
 * serve themselves by {@code poll}, each must poll until it gets nothing after its last {@code publish} and before it
 * waits for anything (an answer, the barrier, a free column) or ends. Then no state is left behind: of the publishers of
 * all places up to a given state's, look at the one that published last. All of them are published when it polls, so by
 * guarantee 4 it gets nothing only when all have been taken; and whoever takes a state answers it before it waits. (With
 * a minimum of n, the last of n publishers takes them all.) Polling once is not enough where batches are smaller than the number of environments: what it gets
 * may be its own state, and those behind it belong to threads that have already looked and wait.
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
     * @throws io.htsrl.core.run.RunAbortedException when the run was aborted
     */
    int take(StateBatch batch, int minimum);

    /** Takes what {@link #take} would, without waiting; 0 when fewer than {@code minimum} states are ready. */
    int poll(StateBatch batch, int minimum);

    /** Ends every {@link #take}, now and later: the run is over. */
    void close();
}
