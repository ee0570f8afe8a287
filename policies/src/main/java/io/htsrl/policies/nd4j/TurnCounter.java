package io.htsrl.policies.nd4j;

import java.util.concurrent.locks.LockSupport;

/**
 * Counts turns from 0. One thread advances it, one other waits for the next turn: it spins, so that what comes soon
 * costs well below a microsecond and a wake-up's microseconds are paid only after a pause, and then it parks. Nothing
 * is allocated.
 */
final class TurnCounter {
    /** The spin phase; about what a park and its wake-up cost together. */
    private static final long SPIN_NANOS = 50_000;

    private volatile int turn;
    private volatile Thread parked;

    /** What the advancing thread wrote before is visible to the other when it sees the turn. */
    void advance() {
        int next = turn + 1; // one writer
        turn = next;
        Thread waiter = parked;
        if (waiter != null) {
            LockSupport.unpark(waiter);
        }
    }

    /** Returns when the turn is {@code expected}; an interrupt does not end the wait, but stays set. */
    void await(int expected) {
        long start = System.nanoTime();
        while (turn != expected) {
            if (System.nanoTime() - start < SPIN_NANOS) {
                Thread.onSpinWait();
            } else {
                park(expected);
            }
        }
    }

    private void park(int expected) {
        boolean interrupted = false;
        // written before the last look at the turn; advance writes the turn before it looks here: one sees the other
        parked = Thread.currentThread();
        while (turn != expected) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted(); // a set flag would end every further park at once
        }
        parked = null;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
