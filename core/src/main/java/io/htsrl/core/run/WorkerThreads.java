package io.htsrl.core.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Owns the threads of a run: one per worker, named after its role. The first exception of any worker aborts the run
 * through {@link RunControl}. Started and joined by one thread.
 *
 * <p>An abort ends every wait, but not code inside an environment or a library. After an abort, threads get five
 * seconds to end, and those given to {@link RunControl#giveUp} one second. A thread that has not ended then is left
 * behind as a daemon.
 */
public final class WorkerThreads {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration LAST_CHANCE = Duration.ofSeconds(1);

    private final RunControl control;
    private final Duration patience;
    private final List<Thread> threads = new ArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<Thread> running = new ArrayList<>(); // guarded by lock

    public WorkerThreads(RunControl control) {
        this(control, PATIENCE);
    }

    /** @param patience time to wait for a thread after an abort */
    WorkerThreads(RunControl control, Duration patience) {
        this.control = control;
        this.patience = patience;
        control.onAbort(this::wake);
    }

    /** Runs workers to their end, or until they have been given up after an abort. An interrupt aborts the run. */
    public static void run(RunControl control, List<? extends Worker> workers) throws InterruptedException {
        WorkerThreads threads = new WorkerThreads(control);
        threads.start(workers);
        try {
            threads.join();
        } catch (InterruptedException e) {
            control.abort();
            threads.join();
            throw e;
        }
    }

    /** Starts one daemon thread per worker. A thread that cannot be started fails the run. */
    public void start(List<? extends Worker> workers) {
        for (Worker worker : workers) {
            if (control.aborted()) {
                return; // the remaining threads need not be started
            }
            Thread thread = new Thread(() -> runGuarded(worker), worker.roleName());
            thread.setDaemon(true);
            begin(thread);
        }
    }

    private void begin(Thread thread) {
        lock.lock();
        try {
            control.waits().began(thread);
            thread.start();
            threads.add(thread);
            running.add(thread);
        } catch (OutOfMemoryError e) { // the system cannot start another thread
            control.waits().ended(thread);
            control.fail(thread.getName(), e);
        } finally {
            lock.unlock();
        }
    }

    /** Waits until every worker has ended, or has been given up after an abort. */
    public void join() throws InterruptedException {
        lock.lock();
        try {
            awaitEnd();
            long aborted = System.nanoTime();
            await(aborted + LAST_CHANCE.toNanos(), false);
            await(aborted + patience.toNanos(), true);
        } finally {
            if (control.aborted()) {
                giveUpRunning();
            }
            lock.unlock();
        }
        for (Thread thread : threads) {
            if (!control.hasGivenUp(thread)) {
                thread.join(); // it has already reported its end
            }
        }
    }

    /** Gives up the running threads; those inside a wait are named, since working threads may still end. */
    private void giveUpRunning() {
        List<WaitRegistry.Waiting> stuck = control.waits().inside().stream()
                .filter(waiting -> running.contains(waiting.thread()) && !control.hasGivenUp(waiting.thread()))
                .toList();
        running.forEach(control::giveUp);
        if (!stuck.isEmpty()) {
            control.giveUp(stuck);
        }
    }

    private void awaitEnd() throws InterruptedException {
        control.waits().joining();
        try {
            while (!running.isEmpty() && !control.aborted()) {
                changed.await();
            }
        } finally {
            control.waits().joined();
        }
    }

    /** Waits for the running threads; optionally not for those given up. */
    private void await(long deadline, boolean skipGivenUp) throws InterruptedException {
        long left = deadline - System.nanoTime();
        while (left > 0 && running.stream().anyMatch(thread -> !skipGivenUp || !control.hasGivenUp(thread))) {
            left = changed.awaitNanos(left);
        }
    }

    /** Runs the worker; any exception ends the run. */
    private void runGuarded(Worker worker) {
        try {
            worker.run();
        } catch (RunAbortedException e) {
            // another thread's failure, already recorded
        } catch (Throwable e) {
            control.fail(worker.roleName(), e);
        } finally {
            control.waits().ended(Thread.currentThread());
            lock.lock();
            try {
                running.remove(Thread.currentThread());
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    private void wake() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
