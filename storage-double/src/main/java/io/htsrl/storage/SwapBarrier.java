package io.htsrl.storage;

import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.core.schedule.Waiter;
import io.htsrl.core.time.Activity;
import io.htsrl.core.time.RoleClock;
import io.htsrl.core.work.Team;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import java.util.function.LongPredicate;
import java.util.function.Supplier;

/**
 * The meeting point of executors and learner between intervals. The last thread to arrive runs the swap, then all
 * continue. Banks and parameters are exchanged only here.
 *
 * <p>A waiting thread helps the learner with its work if its {@link Team} has a free lane.
 *
 * <p>Assumptions: (A1) each of the {@code parties} threads calls {@link #await} once per interval; (A2) the action
 * waits for no thread; (A3) the number of parties changes only inside the action of a barrier at which all of them
 * meet, and a new party arrives only after the runnable that the action returned has begun to run.
 *
 * <p>Guarantees: (G1) the action runs when every party has arrived and before any continues, on the last party's
 * thread; (G2) everything a party did before {@code await} happens before the action, and the action before everything
 * any party does after it; (G3) once the run is aborted every {@code await}, present or future, throws
 * {@link RunAbortedException}; (G4) an exception of the action leaves {@code await} on the thread that ran it, and the
 * others wait until the run is aborted.
 */
public final class SwapBarrier implements BankExchange.Barrier {
    private final IntSupplier parties;
    private final Supplier<Runnable> action;
    private final Supplier<WaitMode> waitMode;
    private final RunControl control;
    private final AtomicInteger arrived = new AtomicInteger();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private final Team team;
    private final ThreadLocal<Waiter> waiters = ThreadLocal.withInitial(() -> new Waiter(WaitMode.PHASED));
    private volatile long phase;
    private final LongPredicate over = current -> phase != current || givenUp(); // tested in each wait, created once

    /**
     * Creates a barrier whose number of parties and wait mode may change.
     *
     * @param parties read by each party before it arrives
     * @param action returns the work of the thread that ran it, after the others have been released. That thread may no
     *     longer be a party: the next action may run before or beside this work
     * @param waitMode read at each wait
     * @param team team that waiting parties help; no party runs its phases while it waits
     */
    public SwapBarrier(
            IntSupplier parties,
            Supplier<Runnable> action,
            Supplier<WaitMode> waitMode,
            RunControl control,
            Team team) {
        this.parties = parties;
        this.action = action;
        this.waitMode = waitMode;
        this.control = control;
        this.team = team;
        control.onAbort(this::wakeAll);
    }

    /**
     * Arrives, and waits until the swap is done; true on the thread that ran it, which has not waited.
     *
     * @param clock clock of the waiting thread; null for none
     */
    @Override
    public boolean await(RoleClock clock) {
        control.checkAborted();
        long current = phase;
        int expected = parties.getAsInt(); // before it arrives: after that the action may change it
        boolean last = arrived.incrementAndGet() == expected; // acquires every earlier arrival: G2
        if (last) {
            Runnable afterwards = action.get();
            arrived.set(0);
            phase = current + 1; // releases the action's writes: G2
            wakeAll();
            afterwards.run();
        } else {
            if (clock != null) {
                clock.waits(Activity.WAIT_AT_BARRIER);
            }
            awaitPhaseAfter(current);
        }
        control.checkAborted();
        return last;
    }

    /** Returns the number of completed swaps. */
    public long swaps() {
        return phase;
    }

    private boolean givenUp() {
        return control.aborted() || Thread.currentThread().isInterrupted();
    }

    private void awaitPhaseAfter(long current) {
        WaitMode mode = waitMode.get();
        if (team.helpUntil(over, current, mode)) {
            if (phase == current && !control.aborted()) {
                throw RunAbortedException.INSTANCE; // interrupted
            }
            return;
        }
        Waiter waiter = waiters.get();
        waiter.begin(mode);
        while (phase == current && !control.aborted()) {
            if (!waiter.pause()) {
                park(current);
            }
        }
    }

    private void park(long current) {
        lock.lock();
        try {
            while (phase == current && !control.aborted()) {
                moved.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunAbortedException.INSTANCE;
        } finally {
            lock.unlock();
        }
    }

    private void wakeAll() {
        team.wakeHelpers();
        lock.lock();
        try {
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
