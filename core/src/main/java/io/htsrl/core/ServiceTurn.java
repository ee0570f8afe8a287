package io.htsrl.core;

/**
 * Work that a thread about to wait may do instead: serve a batch of ready states. Since rows are stable, who serves
 * changes nothing. One instance per thread.
 */
@FunctionalInterface
public interface ServiceTurn {

    /** Serves what is ready, without waiting; false when there was nothing. */
    boolean serve();

    /** Never serves: somebody else does. */
    ServiceTurn NONE = () -> false;
}
