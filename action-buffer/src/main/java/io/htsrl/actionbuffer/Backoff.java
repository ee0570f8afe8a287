package io.htsrl.actionbuffer;

import io.htsrl.core.schedule.WaitMode;
import java.util.concurrent.locks.LockSupport;

/**
 * How a thread passes the time between looks at what nobody need tell it of, by wait mode: as the wait strategies of the
 * rings do. One thread.
 */
final class Backoff {
    private static final int SPINS = 100;
    private static final int YIELDS = 100;
    private static final long PARK_NANOS = 100;
    private static final long SPIN_NANOS = 5_000;
    private static final long YIELD_NANOS = 50_000;

    private final WaitMode mode;
    private int looks;
    private long begin;

    Backoff(WaitMode mode) {
        this.mode = mode;
    }

    /** A wait begins. */
    void begin() {
        looks = 0;
    }

    /** Passes a moment; false, at once, when it is time to sleep until woken. */
    boolean pause() {
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
        long now = System.nanoTime();
        if (looks == 1) {
            begin = now;
        }
        if (now - begin > YIELD_NANOS) {
            return false;
        }
        if (now - begin > SPIN_NANOS) {
            Thread.yield();
        }
        return true;
    }
}
