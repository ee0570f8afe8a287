package io.htsrl.policies.gradient;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * The caller and {@code lanes - 1} daemon threads that share the units of one {@link Phase} after another: whoever is
 * free takes the next one. {@link #run} returns when all units have ended. It waits for no thread that has taken none,
 * so a helper that the scheduler keeps off the processor costs nothing but its help. One caller at a time; nothing is
 * allocated.
 *
 * <p>A helper waits for the next phase by spinning for as long as the gap between two phases of an update lasts, and then
 * it parks: a scheduler puts a thread that yields, or has just been woken, on the processor of the one it waits for,
 * where the two are slower than one. It is woken for phases alone that have lately taken several times as long as a
 * wake-up. None of this reaches a bit: it decides who computes, not what.
 */
final class Team implements AutoCloseable {
    /** Longer than losses and optimisers take between two passes over a usual minibatch. */
    private static final long SPIN_NANOS = 200_000;
    /** Phases that take less are over when a parked helper arrives. */
    private static final long WORTH_WAKING_NANOS = 60_000;

    private static final int COUNT_BITS = 32;

    private final List<Helper> helpers = new ArrayList<>();
    /** Number of the phase, and how many of its units nobody has taken yet: one word, so that none is taken twice. */
    private final AtomicLong ticket = new AtomicLong();

    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    /**
     * Written before {@link #ticket} names the phase, and not again until all of its units have ended. So whoever reads
     * it between a look at the ticket and a successful change of it has read the phase that the ticket names.
     */
    private Phase phase;

    private int units;
    private volatile boolean closed;

    /** @param lanes 1 or more */
    Team(int lanes) {
        for (int lane = 1; lane < lanes; lane++) {
            Helper helper = new Helper(lane);
            helpers.add(helper);
            helper.thread.start();
        }
    }

    int lanes() {
        return helpers.size() + 1;
    }

    /** Runs every unit of the phase; what any of them throws, the first in time, is thrown here once all have ended. */
    void run(Phase newPhase) {
        phase = newPhase;
        units = newPhase.units();
        ended.set(0);
        long next = (ticket.get() >>> COUNT_BITS) + 1;
        ticket.set(next << COUNT_BITS | units);
        long start = System.nanoTime();
        if (newPhase.usualNanos > WORTH_WAKING_NANOS) {
            int useful = Math.min(helpers.size(), units - 1);
            for (int i = 0; i < useful; i++) {
                helpers.get(i).wake();
            }
        }
        takeUnits(0);
        awaitUnits();
        newPhase.usualNanos += (System.nanoTime() - start - newPhase.usualNanos) / 8;
        Throwable thrown = failure.getAndSet(null);
        if (thrown != null) {
            rethrow(thrown);
        }
    }

    /** Takes units until none is left. */
    private void takeUnits(int lane) {
        long seen = ticket.get();
        while (true) {
            int left = (int) seen;
            if (left == 0) {
                return;
            }
            Phase current = phase;
            int unit = units - left;
            if (ticket.compareAndSet(seen, seen - 1)) {
                runUnit(current, unit, lane);
                ended.getAndIncrement();
            }
            seen = ticket.get();
        }
    }

    private void runUnit(Phase current, int unit, int lane) {
        try {
            current.run(unit, lane);
        } catch (Throwable e) {
            failure.compareAndSet(null, e);
        }
    }

    /** The units that helpers have taken: they are running, unless the scheduler runs somebody else. */
    private void awaitUnits() {
        long start = System.nanoTime();
        while (ended.get() < units) {
            if (System.nanoTime() - start < SPIN_NANOS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    private static void rethrow(Throwable thrown) {
        if (thrown instanceof RuntimeException e) {
            throw e;
        }
        if (thrown instanceof Error e) {
            throw e;
        }
        throw new IllegalStateException("a unit failed", thrown);
    }

    /** Ends the helpers and waits until they are gone; an interrupt does not end the wait, but stays set. */
    @Override
    public void close() {
        closed = true;
        boolean interrupted = false;
        for (Helper helper : helpers) {
            while (helper.thread.isAlive()) {
                LockSupport.unpark(helper.thread);
                try {
                    helper.thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** One thread that takes units whenever there are some. */
    private final class Helper implements Runnable {
        private final int lane;
        private final Thread thread;
        private volatile boolean parked;

        Helper(int lane) {
            this.lane = lane;
            thread = new Thread(this, "gradient-" + lane);
            thread.setDaemon(true);
        }

        @Override
        public void run() {
            long seen = 0;
            while (!closed) {
                long now = ticket.get() >>> COUNT_BITS;
                if (now == seen) {
                    await(seen);
                } else {
                    seen = now;
                    takeUnits(lane);
                }
            }
        }

        private void await(long seen) {
            long start = System.nanoTime();
            while (ticket.get() >>> COUNT_BITS == seen && !closed) {
                if (System.nanoTime() - start < SPIN_NANOS) {
                    Thread.onSpinWait();
                } else {
                    park(seen);
                }
            }
        }

        private void park(long seen) {
            // written before the last look at the ticket; the caller writes the ticket before it looks here
            parked = true;
            while (ticket.get() >>> COUNT_BITS == seen && !closed) {
                LockSupport.park(Team.this);
                Thread.interrupted(); // a set flag would end every further park at once
            }
            parked = false;
        }

        void wake() {
            if (parked) {
                LockSupport.unpark(thread);
            }
        }
    }
}
