package io.htsrl.papers.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;

/** Runs workers concurrently for a while, each on its own thread. Stateless. */
final class WorkerThreads {

    private WorkerThreads() {}

    /**
     * Returns operations per second of each worker; all start together.
     *
     * @param first index of the first piece of work of each
     * @throws IllegalStateException if one failed
     */
    static double[] rates(List<Worker> workers, double seconds, long first) throws InterruptedException {
        double[] rates = new double[workers.size()];
        AtomicReference<Throwable> failure = new AtomicReference<>();
        CyclicBarrier start = new CyclicBarrier(workers.size());
        List<Thread> threads = new ArrayList<>();
        for (int w = 0; w < workers.size(); w++) {
            int worker = w;
            Thread thread = new Thread(() -> {
                try {
                    start.await();
                    rates[worker] = rate(workers.get(worker), seconds, first);
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (failure.get() != null) {
            throw new IllegalStateException("a thread of the experiment failed", failure.get());
        }
        return rates;
    }

    private static double rate(Worker worker, double seconds, long first) {
        long begun = System.nanoTime();
        long nanos = (long) (seconds * 1e9);
        long done = 0;
        long now = begun;
        for (long index = first; now - begun < nanos; index++) {
            done += worker.work(index);
            now = System.nanoTime();
        }
        return done * 1e9 / (now - begun);
    }
}
