package io.htsrl.core;

import java.util.ArrayList;
import java.util.List;

/**
 * Owns the threads of a run: one a worker, named after its role. The first exception out of any worker aborts the run
 * through {@link RunControl}. Started and joined by one thread.
 */
public final class WorkerThreads {
    private final RunControl control;
    private final List<Thread> threads = new ArrayList<>();

    public WorkerThreads(RunControl control) {
        this.control = control;
    }

    /** Starts one daemon thread per worker. */
    public void start(List<? extends Worker> workers) {
        for (Worker worker : workers) {
            Thread thread = new Thread(() -> runGuarded(worker), worker.roleName());
            thread.setDaemon(true);
            threads.add(thread);
        }
        threads.forEach(Thread::start);
    }

    /** Waits until every worker has ended. */
    public void join() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** Whatever a worker throws must end the run. */
    private void runGuarded(Worker worker) {
        try {
            worker.run();
        } catch (RunAbortedException e) {
            // somebody else's failure, already recorded
        } catch (Throwable e) {
            control.fail(worker.roleName(), e);
        }
    }
}
