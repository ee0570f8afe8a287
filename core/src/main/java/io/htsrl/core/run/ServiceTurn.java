package io.htsrl.core.run;

/**
 * Work that a thread about to wait does instead: serve a batch of ready states. Since rows are stable, who serves changes
 * nothing. One instance per thread.
 *
 * <p>Where no other threads serve, a thread that publishes states may wait for anything, or end, only when a call since
 * its last state has given {@code false}: else a state could be left behind for ever. Why that suffices, says
 * {@code StateBuffer}.
 */
@FunctionalInterface
public interface ServiceTurn {

    /** Serves what is ready, without waiting; false when there was nothing. */
    boolean serve();

    /** Never serves: somebody else does. */
    ServiceTurn NONE = () -> false;
}
