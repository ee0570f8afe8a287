package io.htsrl.core.schedule;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Pauses a thread between polls of a condition, by wait mode, as the wait strategies of the rings do. A mode that polls
 * before it sleeps sleeps at once if recent waits were longer than its polling: further polls would only take processor
 * time from the processes it waits for. One thread.
 */
public final class Waiter {
    private static final int SPINS = 100;
    private static final int YIELDS = 100;
    private static final long PARK_NANOS = 100;
    private static final long SPIN_NANOS = 5_000;
    private static final long YIELD_NANOS = 50_000;
    private static final long COUNTED_NANOS = 4 * YIELD_NANOS; // limits the effect of one long wait
    private static final int AVERAGED = 8;

    private WaitMode mode;
    private final LongSupplier clock;
    private int looks;
    private long begin;
    private long recentWait; // a running mean

    /** Creates a waiter that has not waited yet. */
    public Waiter(WaitMode mode) {
        this(mode, System::nanoTime);
    }

    /** @param clock nanoseconds */
    Waiter(WaitMode mode, LongSupplier clock) {
        this.mode = mode;
        this.clock = clock;
    }

    /** Starts a wait. */
    public void begin() {
        looks = 0;
    }

    /** Starts a wait in another mode. */
    public void begin(WaitMode newMode) {
        mode = newMode;
        begin();
    }

    /** Ends a wait; a thread that slept has been woken. */
    public void end() {
        if (mode == WaitMode.PHASED && looks > 0) {
            long waited = Math.min(clock.getAsLong() - begin, COUNTED_NANOS);
            recentWait += (waited - recentWait) / AVERAGED;
        }
    }

    /** Pauses briefly; returns false at once when it is time to sleep until woken. */
    public boolean pause() {
        looks++;
        return switch (mode) {
            case BLOCKING -> false;
            case PHASED -> phased();
            case SLEEPING -> looks > SPINS + YIELDS ? park() : spinOrYield();
            case YIELDING -> spinOrYield();
            case BUSY_SPIN -> spin();
        };
    }

    private static boolean spin() {
        Thread.onSpinWait();
        return true;
    }

    private static boolean park() {
        LockSupport.parkNanos(PARK_NANOS);
        return true;
    }

    private boolean spinOrYield() {
        if (looks <= SPINS) {
            return spin();
        }
        Thread.yield();
        return true;
    }

    private boolean phased() {
        long now = clock.getAsLong();
        if (looks == 1) {
            begin = now;
        }
        if (now - begin > YIELD_NANOS || recentWait > YIELD_NANOS) {
            return false;
        }
        if (now - begin > SPIN_NANOS) {
            Thread.yield();
        }
        return true;
    }
}
