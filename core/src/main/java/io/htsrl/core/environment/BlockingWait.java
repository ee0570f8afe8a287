package io.htsrl.core.environment;

import java.util.concurrent.locks.LockSupport;

/** Waits for one {@link RemoteEnvironment}: looks for some microseconds, then sleeps. Stateless, any thread. */
final class BlockingWait {
    private static final long SPIN_NANOS = 20_000;

    private BlockingWait() {}

    /** @throws IllegalStateException when the thread is interrupted, and stays so: its watchdog has given it up */
    static void until(RemoteEnvironment environment) {
        long begin = System.nanoTime();
        while (!environment.ready()) {
            if (System.nanoTime() - begin > SPIN_NANOS) {
                sleepUntil(environment);
                return;
            }
            Thread.onSpinWait();
        }
    }

    private static void sleepUntil(RemoteEnvironment environment) {
        Thread sleeper = Thread.currentThread();
        boolean ready = environment.wakeWhenReady(() -> LockSupport.unpark(sleeper));
        while (!ready) {
            LockSupport.park(environment);
            if (sleeper.isInterrupted()) {
                throw new IllegalStateException(
                        "interrupted while it waited for " + environment.spec().id());
            }
            ready = environment.ready();
        }
    }
}
