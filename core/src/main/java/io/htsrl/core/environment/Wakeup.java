package io.htsrl.core.environment;

/**
 * Wakes a thread that sleeps until any of its environments is {@link RemoteEnvironment#ready}. One call is enough for
 * all of them; waking a thread that is awake makes it poll once more.
 */
@FunctionalInterface
public interface Wakeup {

    /** Wakes the thread. Any thread calls it after {@code ready} has become true; returns soon. */
    void wake();
}
