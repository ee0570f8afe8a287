package io.htsrl.core.staff;

import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.core.time.Activity;
import io.htsrl.core.time.RoleClock;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Which executors and actors serve, and which executor owns each replica. Changes inside a swap alone, in two halves: the
 * thread that runs the swap {@link #plan plans} while every party waits, and {@link #advanced publishes} when the barrier
 * has let them go. Who serves no more parks, and is woken by the second half, at the end of the run, or by its failure.
 *
 * <p>Guarantees: (G1) a party that has left the barrier sees what was planned inside it; (G2) an executor that was parked
 * goes on only after the barrier of the swap that called it back has let its parties go: it is a party of the next one;
 * (G3) an executor that is no party reads nothing here that a later swap may be writing, but for its own word of duty,
 * which goes off inside a swap and on behind it; (G4) whoever is parked when the run ends, well or not, goes on.
 */
public final class Roster {
    private static final int OFF = 0;
    private static final int ON = 1;

    private final Units units;
    private final int[] owners; // of environments; written inside the swap
    private final AtomicIntegerArray duty; // of executors
    private final RunControl control;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private Manning planned; // written inside the swap, for its parties
    private long version; // likewise
    private volatile Manning serving; // for actors, and anybody else
    private volatile boolean over;

    /**
     * @param units     what has one owner each
     * @param executors there are; all of {@code first}'s serve at first
     * @param first     that serve at first
     */
    public Roster(Units units, int executors, Manning first, RunControl control) {
        this.units = units;
        this.owners = new int[units.environments()];
        this.duty = new AtomicIntegerArray(executors);
        this.control = control;
        control.onAbort(this::wakeAll);
        assign(first);
        version = 0;
        publish();
    }

    // ---- whoever runs the swap ----

    /** What serves now, or will when the swap is over. */
    public Manning planned() {
        return planned;
    }

    /** Inside a swap: who serves from its end on. */
    public void plan(Manning next) {
        if (next.executors() < 1 || next.executors() > duty.length()) {
            throw new IllegalArgumentException(next + ", and there are " + duty.length() + " executors");
        }
        assign(next);
        for (int worker = next.executors(); worker < duty.length(); worker++) {
            duty.set(worker, OFF);
        }
    }

    private void assign(Manning next) {
        for (int environment = 0; environment < owners.length; environment++) {
            owners[environment] = units.of(environment) % next.executors();
        }
        planned = next;
        version++;
    }

    /**
     * Behind a swap, when its parties have been let go, on the thread that ran it.
     *
     * @param finished whether no interval follows
     */
    public void advanced(boolean finished) {
        if (planned != serving) {
            publish();
            wakeAll();
        }
        if (finished) {
            over = true;
            wakeAll();
        }
    }

    private void publish() {
        for (int worker = 0; worker < planned.executors(); worker++) {
            duty.set(worker, ON);
        }
        serving = planned;
    }

    // ---- parties of the barrier: executors that serve, and the learner ----

    /** Executors that serve, and the learner: to be asked before one arrives. */
    public int parties() {
        return planned.executors() + 1;
    }

    /** Grows with each change of owners. */
    public long version() {
        return version;
    }

    /** The owners of all environments, as they are now: for who reads them between two swaps. */
    public int[] owners() {
        return owners;
    }

    /** Whether executors serve forwards themselves: as planned, or states could be left that nobody serves. */
    public boolean executorsServe() {
        return planned.actors() == 0;
    }

    /** Environments that this executor owns now. */
    public int owned(int worker) {
        return (int) Arrays.stream(owners).filter(owner -> owner == worker).count();
    }

    // ---- any thread ----

    /** Who serves. */
    public Manning serving() {
        return serving;
    }

    /** How to wait. */
    public WaitMode waitMode() {
        return serving.waitMode();
    }

    /** Whether this executor serves. */
    public boolean executes(int worker) {
        return duty.get(worker) == ON;
    }

    /** Whether this actor serves. */
    public boolean acts(int actor) {
        return actor < serving.actors();
    }

    /** Parks an executor until it serves, or the run is over. */
    public void awaitDuty(int worker, RoleClock clock) {
        await(() -> executes(worker), clock);
    }

    /** Parks an actor until it serves, or the run is over. */
    public void awaitTurn(int actor, RoleClock clock) {
        await(() -> acts(actor), clock);
    }

    private void await(BooleanSupplier called, RoleClock clock) {
        clock.waits(Activity.PARKED);
        lock.lock();
        try {
            while (!called.getAsBoolean() && !over) {
                control.checkAborted();
                changed.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunAbortedException.INSTANCE;
        } finally {
            lock.unlock();
            clock.lap(Activity.PARKED);
        }
        control.checkAborted();
    }

    private void wakeAll() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
