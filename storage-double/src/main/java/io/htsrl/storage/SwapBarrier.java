package io.htsrl.storage;

import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.WaitMode;
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
 * Where executors and learner meet between intervals. The last to arrive runs the swap, then all go on. The only place
 * where banks and parameters change hands.
 *
 * <p>Who waits helps the learner with its work meanwhile, where its {@link Team} has a place.
 *
 * <p>Assumptions: (A1) each of the {@code parties} threads calls {@link #await} once per interval; (A2) the action
 * waits for nobody; (A3) how many parties there are changes inside the action of a barrier that all of them meet at, and
 * who becomes a party arrives only after what the action returned has begun to run.
 *
 * <p>Guarantees: (G1) the action runs when every party has arrived and before any goes on, on the last party's thread;
 * (G2) whatever a party did before {@code await} happens before the action, and the action before whatever any party
 * does after it; (G3) once the run is aborted every {@code await}, present or future, throws
 * {@link RunAbortedException}; (G4) what the action throws leaves {@code await} on the thread that ran it, and the
 * others wait on until the run is aborted.
 */
public final class SwapBarrier implements Barrier {
    private static final int SPINS = 200;
    private static final int YIELDS = 50;
    private static final Runnable NOTHING = () -> {};

    private final IntSupplier parties;
    private final Supplier<Runnable> action;
    private final Supplier<WaitMode> waitMode;
    private final RunControl control;
    private final AtomicInteger arrived = new AtomicInteger();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private final Team team;
    private volatile long phase;
    private final LongPredicate over = current -> phase != current || givenUp(); // asked for each wait, made once

    /** Where waiting parties have nobody to help. */
    public SwapBarrier(int parties, Runnable action, WaitMode waitMode, RunControl control) {
        this(parties, action, waitMode, control, Team.alone());
    }

    /** @param team that waiting parties help; none of them runs its phases while it waits */
    public SwapBarrier(int parties, Runnable action, WaitMode waitMode, RunControl control, Team team) {
        this(() -> parties, () -> run(action), () -> waitMode, control, team);
    }

    /**
     * A barrier whose parties may change, and how they wait.
     *
     * @param parties  asked by each before it arrives
     * @param action   returns what the thread that ran it runs when the others have been let go. Who ran it may be no
     *                 party any more: the next action may run before that, or beside it
     * @param waitMode asked at each wait
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

    private static Runnable run(Runnable action) {
        action.run();
        return NOTHING;
    }

    /** Arrives, and waits until the swap is done; true on the thread that ran it, which has not waited. */
    public boolean await() {
        return await((RoleClock) null);
    }

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

    /** Swaps completed. */
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
        boolean forEver = mode == WaitMode.BUSY_SPIN || mode == WaitMode.YIELDING;
        int turns = forEver ? Integer.MAX_VALUE : mode == WaitMode.BLOCKING ? 0 : SPINS + YIELDS;
        for (int turn = 0; turn < turns; turn = forEver ? Math.min(turn + 1, SPINS) : turn + 1) {
            if (phase != current || control.aborted()) {
                return;
            }
            if (turn < SPINS || mode == WaitMode.BUSY_SPIN) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
        park(current);
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
