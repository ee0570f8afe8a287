package io.htsrl.statebuffer;

/**
 * Passes ready states from executors to actors. Any number of threads on either side. Numbered guarantees, given that
 * an environment has at most one outstanding state (published and not yet answered):
 *
 * <ol>
 *   <li>every published state is taken exactly once;
 *   <li>what the publisher wrote before {@link #publish} is visible to the thread that takes the state;
 *   <li>{@code publish} never waits;
 *   <li>states are taken in the order of the slots that their publishers claimed; {@link #poll} returns 0 only if at
 *       some moment after the caller's last {@code publish} the first {@code minimum} untaken slots were not all
 *       published.
 * </ol>
 *
 * <p><b>Rule for waiting.</b> If dedicated actors {@link #take} states, executors may wait at any time. If executors
 * serve themselves with {@code poll}, each must poll until it gets 0 after its last {@code publish} and before it waits
 * for anything (an answer, the barrier, a free column) or ends. Then no state remains unserved. Proof: consider the
 * publishers of all slots up to that of a given state, and the one of them that published last. When it polls, all
 * these slots are published, so by guarantee 4 it gets 0 only when all have been taken; and a thread that takes a state
 * answers it before it waits. (With a minimum of n, the last of n publishers takes them all.) One poll is not enough if
 * batches are smaller than the number of environments: it may return the caller's own state, and later states may
 * belong to threads that have already polled and wait.
 */
public interface StateBuffer {

    /**
     * Offers a state to the actors.
     *
     * @param environment index of the replica
     * @param step step of the interval that the observation precedes
     * @throws IllegalStateException when more states are outstanding than environments exist
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

    /** Ends every {@link #take}, present and future: the run is over. */
    void close();
}
