package io.htsrl.core.threads;

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
 * thread that runs the swap {@link #plan plans} while every party waits, and runs the {@link #publication} when the
 * barrier has let them go. Who serves no more parks, and is woken by the second half, at the end of the run, or by its
 * failure.
 *
 * <p>Guarantees: (G1) a party that has left the barrier sees what was planned inside it; (G2) an executor that was parked
 * goes on only after the barrier of the swap that called it back has let its parties go: it is a party of the next one;
 * (G3) an executor that is no party reads nothing here that a later swap may be writing, but for its own word of duty,
 * which goes off inside a swap and on behind it; (G4) whoever is parked when the run ends, well or not, goes on; (G5) a
 * publication publishes the plan of its own swap or nothing: a swap may send away the executor that runs it, and that
 * executor may publish after a later swap has planned.
 */
public final class ThreadAssignment {
    private static final int OFF = 0;
    private static final int ON = 1;

    private final ReplicaGroups units;
    private final int[] owners; // of environments; written inside the swap
    private final AtomicIntegerArray duty; // of executors
    private final RunControl control;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private ThreadSettings planned; // written inside the swap, for its parties; with the lock, for late publications
    private long version; // likewise
    private Runnable publication; // of the newest plan; likewise
    private long published = -1; // version; with the lock
    private volatile ThreadSettings serving; // for actors, and anybody else
    private volatile boolean over;

    /**
     * @param units     what has one owner each
     * @param executors there are; all of {@code first}'s serve at first
     * @param first     that serve at first
     */
    public ThreadAssignment(ReplicaGroups units, int executors, ThreadSettings first, RunControl control) {
        this.units = units;
        this.owners = new int[units.environments()];
        this.duty = new AtomicIntegerArray(executors);
        this.control = control;
        control.onAbort(this::wakeAll);
        assign(first, 0);
        publication.run();
    }

    // ---- whoever runs the swap ----

    /** What serves now, or will when the swap is over. */
    public ThreadSettings planned() {
        return planned;
    }

    /** Inside a swap: who serves from its end on. */
    public void plan(ThreadSettings next) {
        if (next.executors() < 1 || next.executors() > duty.length()) {
            throw new IllegalArgumentException(next + ", and there are " + duty.length() + " executors");
        }
        lock.lock();
        try {
            assign(next, version + 1);
            for (int worker = next.executors(); worker < duty.length(); worker++) {
                duty.set(worker, OFF);
            }
        } finally {
            lock.unlock();
        }
    }

    private void assign(ThreadSettings next, long newVersion) {
        for (int environment = 0; environment < owners.length; environment++) {
            owners[environment] = units.owner(environment, next.executors());
        }
        planned = next;
        version = newVersion;
        publication = () -> publish(newVersion);
    }

    /**
     * What the thread that runs a swap asks for inside it, and runs behind it, when the parties have been let go.
     *
     * @param finished whether no interval follows
     */
    public Runnable publication(boolean finished) {
        return finished ? this::end : publication;
    }

    /**
     * A plan that has a successor is not published any more: whoever it called would have been a party of the swap that
     * planned that.
     */
    private void publish(long newVersion) {
        lock.lock();
        try {
            if (newVersion == version && newVersion != published) {
                for (int worker = 0; worker < planned.executors(); worker++) {
                    duty.set(worker, ON);
                }
                serving = planned;
                published = newVersion;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private void end() {
        over = true;
        wakeAll();
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

    /** Returns whether executors serve forwards themselves: as planned, or states could be left that nobody serves. */
    public boolean executorsServe() {
        return planned.actors() == 0;
    }

    /** Environments that this executor owns now. */
    public int owned(int worker) {
        return (int) Arrays.stream(owners).filter(owner -> owner == worker).count();
    }

    // ---- any thread ----

    /** Who serves. */
    public ThreadSettings serving() {
        return serving;
    }

    /** How to wait. */
    public WaitMode waitMode() {
        return serving.waitMode();
    }

    /** Returns whether this executor serves. */
    public boolean executes(int worker) {
        return duty.get(worker) == ON;
    }

    /** Returns whether this actor serves. */
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
