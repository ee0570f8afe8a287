package io.htsrl.cli.sweep;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BooleanSupplier;
import java.util.function.ObjIntConsumer;
import java.util.function.ToIntFunction;

/**
 * Makes runs, several at once: a thread for each job takes the next one, in their order. What ends is told by the thread
 * that calls {@link #make}, one after another.
 */
final class SweepJobs {
    private final int jobs;

    /** @param jobs runs at once, 1 or more */
    SweepJobs(int jobs) {
        this.jobs = jobs;
    }

    private record Ended(SweepRun run, int code, Throwable failure) {}

    /**
     * Returns when all are made, or those that had begun when no more were wanted.
     *
     * @param train  makes one, on a job's thread, and returns its exit code
     * @param ended  hears of it, on the caller's
     * @param goesOn whether another one is to begin
     */
    void make(
            List<SweepRun> runs,
            ToIntFunction<SweepRun> train,
            ObjIntConsumer<SweepRun> ended,
            BooleanSupplier goesOn) {
        if (jobs == 1) {
            for (SweepRun run : runs) {
                if (!goesOn.getAsBoolean()) {
                    return;
                }
                ended.accept(run, train.applyAsInt(run));
            }
            return;
        }
        makeAtOnce(runs, train, ended, goesOn);
    }

    private void makeAtOnce(
            List<SweepRun> runs,
            ToIntFunction<SweepRun> train,
            ObjIntConsumer<SweepRun> ended,
            BooleanSupplier goesOn) {
        Queue<SweepRun> waiting = new ConcurrentLinkedQueue<>(runs);
        BlockingQueue<Ended> done = new LinkedBlockingQueue<>();
        int threads = Math.min(jobs, runs.size());
        Ended last = new Ended(null, 0, null); // of each thread
        for (int i = 0; i < threads; i++) {
            new Thread(
                            () -> {
                                try {
                                    work(waiting, train, done, goesOn);
                                } finally {
                                    done.add(last);
                                }
                            },
                            "sweep-" + i)
                    .start();
        }
        Throwable failure = null;
        for (int left = threads; left > 0; ) {
            Ended one = next(done);
            if (one == last) {
                left--;
            } else if (one.failure() != null) {
                waiting.clear(); // a fault of the program: those under way end whole
                failure = failure == null ? one.failure() : failure;
            } else {
                ended.accept(one.run(), one.code());
            }
        }
        rethrow(failure);
    }

    private static void work(
            Queue<SweepRun> waiting, ToIntFunction<SweepRun> train, BlockingQueue<Ended> done, BooleanSupplier goesOn) {
        while (goesOn.getAsBoolean()) {
            SweepRun run = waiting.poll();
            if (run == null) {
                return;
            }
            try {
                done.add(new Ended(run, train.applyAsInt(run), null));
            } catch (RuntimeException | Error e) {
                done.add(new Ended(run, 0, e));
                return;
            }
        }
    }

    /** Every thread puts its last one, whatever happens. */
    private static Ended next(BlockingQueue<Ended> done) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return done.take();
                } catch (InterruptedException e) {
                    interrupted = true; // the runs hear of signals, not of this
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void rethrow(Throwable failure) {
        if (failure instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (failure instanceof Error error) {
            throw error;
        }
    }
}
