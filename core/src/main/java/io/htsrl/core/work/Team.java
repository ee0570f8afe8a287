package io.htsrl.core.work;

import io.htsrl.core.schedule.WaitMode;
import io.htsrl.core.work.Phase.SharingTrial;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongPredicate;

/**
 * Threads that share the units of one {@link Phase} after another: whoever is free takes the next one. They are the
 * caller of {@link #run}, threads of the team's own, and those that {@link #helpUntil wait for something else} meanwhile.
 * {@code run} returns when all units have ended. It waits for no thread that has taken none, so a helper that the
 * scheduler keeps off the processor costs nothing but its help. One caller at a time; nothing is allocated.
 *
 * <p>A helper waits for the next phase by spinning for longer than the gaps between phases, and then it parks:
 * schedulers, of virtual machines above all, put a thread that yields, or has just been woken, on the processor of the
 * one it waits for, and may leave it there for a second, where the two are slower than one. Phases that have lately taken
 * no less time when shared are the caller's alone ({@link SharingTrial}), and where helpers altogether bring nothing they sleep
 * ({@link HelpTrial}). None of this reaches a bit: it decides who computes, not what.
 */
public final class Team implements AutoCloseable {
    /** For the first phase of all. */
    private static final long SPIN_NANOS = 2_000_000;
    /** Longer than a learner works alone between two phases: on losses, advantages, the digest of an interval. */
    private static final long GAP_NANOS = 10_000_000;
    /**
     * How long a helper that has lately had units spins through phases that are the caller's alone: else they would send
     * it to sleep, the next phase that is shared would not find it, and lose its trial for that.
     */
    private static final long LINGER_NANOS = 50_000_000;
    /** The same where helpers are not called: for a wait that is over at once. */
    private static final long UNCALLED_SPIN_NANOS = 10_000;
    /** For a unit that a helper has taken, before others may run instead. */
    private static final long UNIT_SPIN_NANOS = 50_000;

    private static final int COUNT_BITS = 32;

    /** What one helper needs; the caller has lane 0 and none. */
    private static final class Seat {
        private final AtomicBoolean taken = new AtomicBoolean();
        private volatile Thread parked;
    }

    private final Seat[] seats;
    private final List<Thread> threads = new ArrayList<>();
    private final HelpTrial trial = new HelpTrial();
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
    /** What the trial has said last, for those who wait: nobody is called for phases of one unit. */
    private volatile boolean called;
    /** Whether a phase is running, shared or not; when the last one ended; when the last that was shared began. */
    private volatile boolean running;

    private volatile long lastEnd = System.nanoTime();
    private volatile long lastShared = lastEnd;

    /**
     * Starts daemon threads.
     *
     * @param lanes      how many may work at the same time, the caller among them: 1 or more
     * @param ownThreads of them, less than {@code lanes}
     */
    public Team(int lanes, int ownThreads) {
        if (lanes < 1 || ownThreads < 0 || ownThreads >= lanes) {
            throw new IllegalArgumentException(ownThreads + " threads of its own for " + lanes + " lanes");
        }
        seats = new Seat[lanes - 1];
        for (int i = 0; i < seats.length; i++) {
            seats[i] = new Seat();
        }
        for (int i = 0; i < ownThreads; i++) {
            Thread thread = new Thread(() -> helpUntil(wait -> closed, 0, WaitMode.PHASED), "learner-" + (i + 1));
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    /** The caller alone. */
    public static Team alone() {
        return new Team(1, 0);
    }

    /** The caller and threads of the team's own. */
    public static Team of(int lanes) {
        return new Team(lanes, lanes - 1);
    }

    public int lanes() {
        return seats.length + 1;
    }

    /** Runs every unit of the phase. What one of them throws is thrown here, once nobody works on any other. */
    public void run(Phase newPhase) {
        int count = newPhase.units();
        if (seats.length == 0 || count < 2) {
            runAlone(newPhase, count);
            return;
        }
        long start = System.nanoTime();
        boolean calls = trial.calls(newPhase, start);
        if (calls != called) {
            called = calls;
        }
        if (calls) {
            runCalling(newPhase, count, start);
        } else {
            runAlone(newPhase, count);
        }
    }

    private void runCalling(Phase newPhase, int count, long start) {
        running = true;
        try {
            if (newPhase.sharing.next()) {
                lastShared = start;
                share(newPhase, count);
            } else {
                runAlone(newPhase, count);
            }
        } finally {
            lastEnd = System.nanoTime();
            running = false;
        }
        newPhase.sharing.took(lastEnd - start);
    }

    private static void runAlone(Phase newPhase, int count) {
        for (int unit = 0; unit < count; unit++) {
            newPhase.run(unit, 0);
        }
    }

    private void share(Phase newPhase, int count) {
        phase = newPhase;
        units = count;
        ended.set(0);
        long next = (ticket.get() >>> COUNT_BITS) + 1;
        ticket.set(next << COUNT_BITS | count);
        wakeHelpers();
        takeUnits(0);
        awaitUnits();
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
            if (System.nanoTime() - start < UNIT_SPIN_NANOS) {
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

    /**
     * Takes part in phases until {@code over}; returns false at once, without a look at it, where all lanes are taken.
     * Any thread but the one that calls {@link #run}, unless that does not call it before this returns.
     *
     * @param over asked often; after it has become true, {@link #wakeHelpers} must be called. Who may be interrupted
     *             is over then: nothing here ends a wait for that
     * @param wait which wait it is, for {@code over}: one predicate serves many waits without an allocation
     * @param mode how the thread waits while there is nothing to do
     */
    public boolean helpUntil(LongPredicate over, long wait, WaitMode mode) {
        for (int i = 0; i < seats.length; i++) {
            if (!seats[i].taken.get() && seats[i].taken.compareAndSet(false, true)) {
                try {
                    help(seats[i], i + 1, over, wait, mode);
                } finally {
                    seats[i].taken.set(false);
                }
                return true;
            }
        }
        return false;
    }

    private void help(Seat seat, int lane, LongPredicate over, long wait, WaitMode mode) {
        while (!over.test(wait)) {
            takeUnits(lane);
            await(seat, over, wait, mode);
        }
    }

    /** Until there are units, or it is over. */
    private void await(Seat seat, LongPredicate over, long wait, WaitMode mode) {
        boolean forEver = mode == WaitMode.BUSY_SPIN || mode == WaitMode.YIELDING;
        boolean never = mode == WaitMode.BLOCKING;
        long start = System.nanoTime();
        while ((int) ticket.get() == 0 && !over.test(wait)) {
            if (forEver || !never && mayComeSoon(start)) {
                Thread.onSpinWait();
            } else {
                park(seat, over, wait);
            }
        }
    }

    /** Returns whether it is worth it to spin for the next phase, by somebody who has waited since {@code start}. */
    private boolean mayComeSoon(long start) {
        long now = System.nanoTime();
        if (!called) {
            return now - start < UNCALLED_SPIN_NANOS;
        }
        return now - start < SPIN_NANOS || now - lastShared < LINGER_NANOS && (running || now - lastEnd < GAP_NANOS);
    }

    private void park(Seat seat, LongPredicate over, long wait) {
        // written before the last look; who wakes writes what it wakes for before it looks here
        seat.parked = Thread.currentThread();
        while ((int) ticket.get() == 0 && !over.test(wait)) {
            LockSupport.park(this);
        }
        seat.parked = null;
    }

    /** Has every helper look again at whether it is over. */
    public void wakeHelpers() {
        for (Seat seat : seats) {
            Thread parked = seat.parked;
            if (parked != null) {
                LockSupport.unpark(parked);
            }
        }
    }

    /** Ends the team's own threads and waits until they are gone; an interrupt does not end the wait, but stays set. */
    @Override
    public void close() {
        closed = true;
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                wakeHelpers();
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
