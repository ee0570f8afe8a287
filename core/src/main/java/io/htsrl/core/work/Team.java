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
 * Threads that share the units of one {@link Phase} after another: the caller of {@link #run}, the team's helper
 * threads, and threads that {@link #helpUntil wait for something else}. Each free thread takes the next unit.
 * {@code run} returns when all units have ended, and waits for no thread without a unit. A phase that was not faster
 * when shared runs on the caller alone ({@link SharingTrial}), and helpers that bring no gain sleep
 * ({@link HelpTrial}); neither changes a bit. One caller at a time; nothing is allocated.
 */
public final class Team implements AutoCloseable {
    /** Spin time before the first phase. */
    private static final long SPIN_NANOS = 2_000_000;
    /**
     * Spin time after a phase; longer than a learner works alone between two phases: losses, advantages, an interval's
     * digest.
     */
    private static final long GAP_NANOS = 10_000_000;
    /**
     * Time for which a helper that lately had units spins through phases that the caller runs alone. Without it the
     * helper would sleep, miss the next shared phase, and make that phase's trial fail.
     */
    private static final long LINGER_NANOS = 50_000_000;
    /** Spin time while helpers are not called, for a wait that is over at once. */
    private static final long UNCALLED_SPIN_NANOS = 10_000;
    /** Spin time for a unit that a helper has taken, before the thread yields. */
    private static final long UNIT_SPIN_NANOS = 50_000;

    private static final int COUNT_BITS = 32;

    /** The state of one helper; the caller has lane 0 and no seat. */
    private static final class Seat {
        private final AtomicBoolean taken = new AtomicBoolean();
        private volatile Thread parked;
    }

    private final Seat[] seats;
    private final List<Thread> threads = new ArrayList<>();
    private final HelpTrial trial = new HelpTrial();
    /** Number of the phase and of its untaken units, in one word, so that no unit is taken twice. */
    private final AtomicLong ticket = new AtomicLong();

    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    /**
     * The current phase. It is written before {@link #ticket} names the phase, and not again until all of its units
     * have ended. So a thread that reads it between a read of the ticket and a successful change of it gets the phase
     * that the ticket names.
     */
    private Phase phase;

    private int units;
    private volatile boolean closed;
    /** The trial's latest decision, for waiting threads: helpers are not called for phases of one unit. */
    private volatile boolean called;
    /** Counts how often {@link #called} became true. */
    private int timesCalled;
    /** True while a phase is running, shared or not. Below: time of the last end, and of the last shared begin. */
    private volatile boolean running;

    private volatile long lastEnd = System.nanoTime();
    private volatile long lastShared = lastEnd;

    /**
     * Starts daemon threads.
     *
     * @param lanes maximum number of threads that work at the same time, including the caller: 1 or more
     * @param ownThreads number of helper threads, less than {@code lanes}
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

    /** Returns a team of the caller alone. */
    public static Team alone() {
        return new Team(1, 0);
    }

    /** Returns a team of the caller and helper threads. */
    public static Team of(int lanes) {
        return new Team(lanes, lanes - 1);
    }

    public int lanes() {
        return seats.length + 1;
    }

    /** Runs every unit of the phase. Throws the first exception of a unit, after all running units have ended. */
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
            timesCalled += calls ? 1 : 0;
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
            if (newPhase.sharing.next(timesCalled)) {
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

    /**
     * Waits for the units that helpers have taken: they are running, unless the scheduler has suspended their threads.
     */
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
     * Takes part in phases until {@code over}; returns false at once, without testing it, if all lanes are taken. Any
     * thread except the one that calls {@link #run}, unless that does not call it before this returns.
     *
     * @param over tested often; after it becomes true, {@link #wakeHelpers} must be called. It must also become true
     *     when the thread may be interrupted: no interrupt ends this wait
     * @param wait number of the wait, passed to {@code over}: one predicate serves many waits without an allocation
     * @param mode method by which the thread waits while it has no work
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

    /**
     * Waits until units exist, or {@code over} is true: spins for longer than the gaps between phases, then parks.
     * Reason: schedulers, especially of virtual machines, put a thread that yields, or that was just woken, on the
     * processor of the thread that it waits for, and may leave it there for a second, where the two are slower than
     * one.
     */
    private void await(Seat seat, LongPredicate over, long wait, WaitMode mode) {
        boolean atOnce = mode == WaitMode.BLOCKING;
        long start = System.nanoTime();
        while ((int) ticket.get() == 0 && !over.test(wait)) {
            if (mode.neverSleeps() || !atOnce && mayComeSoon(start)) {
                Thread.onSpinWait();
            } else {
                park(seat, over, wait);
            }
        }
    }

    /** Returns whether a thread that has waited since {@code start} should spin for the next phase. */
    private boolean mayComeSoon(long start) {
        long now = System.nanoTime();
        if (!called) {
            return now - start < UNCALLED_SPIN_NANOS;
        }
        return now - start < SPIN_NANOS || now - lastShared < LINGER_NANOS && (running || now - lastEnd < GAP_NANOS);
    }

    private void park(Seat seat, LongPredicate over, long wait) {
        // written before the last test; a waking thread writes its condition before it reads this
        seat.parked = Thread.currentThread();
        while ((int) ticket.get() == 0 && !over.test(wait)) {
            LockSupport.park(this);
        }
        seat.parked = null;
    }

    /** Makes every helper test again whether its wait is over. */
    public void wakeHelpers() {
        for (Seat seat : seats) {
            Thread parked = seat.parked;
            if (parked != null) {
                LockSupport.unpark(parked);
            }
        }
    }

    /**
     * Ends the team's helper threads and waits until they have ended; an interrupt does not end the wait, but stays
     * set.
     */
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
