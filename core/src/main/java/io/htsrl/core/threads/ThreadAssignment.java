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
 * Defines the active executors and actors, and the executor that owns each replica. Changes only inside a swap, in two
 * steps: the thread that runs the swap {@link #plan plans} while every party waits, and runs the {@link #publication}
 * after the barrier has released them. Inactive threads park; the second step, the end of the run or its failure wakes
 * them.
 *
 * <p>Guarantees: (G1) A party that has left the barrier sees what was planned inside it. (G2) A parked executor
 * continues only after the barrier of the swap that activates it has released its parties; it is a party of the next
 * swap. (G3) A parked executor reads only its {@code duty} flag. The flag is cleared during a swap and set after it.
 * (G4) All parked threads continue when the run ends or fails. (G5) A publication publishes the plan of its own swap or
 * nothing: a swap may deactivate the executor that runs it, and that executor may publish after a later swap has
 * planned.
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
    private ThreadSettings planned; // written inside the swap, read by its parties; late publications use the lock
    private long version; // likewise
    private Runnable publication; // of the newest plan; likewise
    private long published = -1; // version; with the lock
    private volatile ThreadSettings serving; // for actors and all other threads
    private volatile boolean over;

    /**
     * @param units units of environments, one owner each
     * @param executors number of executors; those of {@code first} are active at first
     * @param first initial settings
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

    // ---- the thread that runs the swap ----

    /** Returns the settings that apply now, or after the current swap. */
    public ThreadSettings planned() {
        return planned;
    }

    /** Plans the settings that apply from the end of the current swap. Called inside a swap. */
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
     * Returns the action that the thread of a swap runs after the parties have been released. Called inside the swap.
     *
     * @param finished true if no interval follows
     */
    public Runnable publication(boolean finished) {
        return finished ? this::end : publication;
    }

    /**
     * Publishes a plan unless a later one exists: the executors that it activates would already have been parties of
     * the swap that made the later plan.
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

    // ---- parties of the barrier: active executors and the learner ----

    /** Returns the number of active executors and the learner; to be read before a party arrives. */
    public int parties() {
        return planned.executors() + 1;
    }

    /** Returns the version of the plan; each change of owners increases it. */
    public long version() {
        return version;
    }

    /** Returns the current owners of all environments, for readers between two swaps. */
    public int[] owners() {
        return owners;
    }

    /** Returns whether executors serve forwards themselves; read from the plan, so that no state remains unserved. */
    public boolean executorsServe() {
        return planned.actors() == 0;
    }

    /** Returns the number of environments that this executor owns now. */
    public int owned(int worker) {
        return (int) Arrays.stream(owners).filter(owner -> owner == worker).count();
    }

    // ---- any thread ----

    /** Returns the active settings. */
    public ThreadSettings serving() {
        return serving;
    }

    /** Returns the current wait mode. */
    public WaitMode waitMode() {
        return serving.waitMode();
    }

    /** Returns whether this executor is active. */
    public boolean executes(int worker) {
        return duty.get(worker) == ON;
    }

    /** Returns whether this actor is active. */
    public boolean acts(int actor) {
        return actor < serving.actors();
    }

    /** Parks an executor until it is active, or the run is over. */
    public void awaitDuty(int worker, RoleClock clock) {
        await(() -> executes(worker), clock);
    }

    /** Parks an actor until it is active, or the run is over. */
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
