package io.htsrl.core.environment;

/**
 * Wakes a thread that sleeps until any one of its environments is {@link RemoteEnvironment#ready}. One wakes once for
 * all; waking a thread that is awake costs it one more look.
 */
@FunctionalInterface
public interface Wakeup {

    /** From any thread, after {@code ready} has become true; returns soon. */
    void wake();
}
