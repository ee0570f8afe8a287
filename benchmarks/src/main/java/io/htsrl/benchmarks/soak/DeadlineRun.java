package io.htsrl.benchmarks.soak;

import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.RunControl;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A run that is aborted if it makes no progress for a while: no step, batch, update or swap. Independent of the
 * trainer's own watchdog. One thread, one run.
 */
final class DeadlineRun {
    private static final int CHECKS = 4;

    /** Thrown for a run without progress; the message holds the stacks of its threads. */
    static final class HungException extends Exception {
        HungException(String stacks) {
            super(stacks);
        }
    }

    private final RunConfig config;
    private final Attachments attached;
    private final Duration patience;
    private final long stopAfter;
    private final RunControl control = new RunControl();
    private final AtomicLong progress = new AtomicLong();
    private final List<String> digests = new ArrayList<>(); // the learner's thread writes; read after the run

    /**
     * @param attached attachments of the run, but for its control and listener
     * @param stopAfter interval whose report requests a stop; -1 for none
     */
    DeadlineRun(RunConfig config, Attachments attached, long stopAfter, Duration patience) {
        this.config = config;
        this.attached = attached;
        this.stopAfter = stopAfter;
        this.patience = patience;
    }

    /**
     * Runs to the end.
     *
     * @throws HungException if the run hangs; it is then aborted
     * @throws ExecutionException with the exception of the run
     */
    TrainingResult run() throws HungException, ExecutionException, InterruptedException {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        FutureTask<TrainingResult> task = new FutureTask<>(() -> new Trainer(config, attachments()).run());
        Thread thread = new Thread(task, "soak-run");
        thread.setDaemon(true);
        thread.start();
        long seen = -1;
        int unchanged = 0;
        while (unchanged < CHECKS) {
            try {
                return task.get(patience.toNanos() / CHECKS, TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                long now = progress.get();
                unchanged = now == seen ? unchanged + 1 : 0;
                seen = now;
            }
        }
        String stacks = Stacks.of(other -> !before.contains(other));
        control.abort();
        throw new HungException(stacks);
    }

    private Attachments attachments() {
        return attached.with(control)
                .with((Perturbation) (point, index) -> {
                    progress.incrementAndGet();
                    attached.perturbation().at(point, index);
                })
                .with(new TrainingListener() {
                    @Override
                    public void onInterval(IntervalReport report) {
                        digests.add(report.digest());
                        if (report.interval() == stopAfter) {
                            control.requestStop();
                        }
                    }
                });
    }

    /** Returns the digests of the intervals; call after the run. */
    List<String> digests() {
        return digests;
    }
}
