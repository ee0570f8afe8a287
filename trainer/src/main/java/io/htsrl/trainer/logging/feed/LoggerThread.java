package io.htsrl.trainer.logging.feed;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.ShownText;
import io.htsrl.trainer.logging.RunContext;
import io.htsrl.trainer.logging.RunLog;
import io.htsrl.trainer.logging.RunLogger;
import io.htsrl.trainer.logging.RunOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The loggers' thread. It polls reports ten times a second and is not woken for one, so a report costs one queue node:
 * any thread may call {@link #tell}. The queue is bounded; reports that do not fit are counted and dropped. A logger
 * that fails is reported once and not called again.
 */
final class LoggerThread {
    /** Greatest number of waiting reports: more than the episodes that a run logs in its first seconds. */
    static final int ROOM = 1 << 17;

    private static final long LOOK_NANOS = Duration.ofMillis(100).toNanos();
    private static final long FLUSH_NANOS = Duration.ofSeconds(1).toNanos();

    /** A report for loggers. */
    @FunctionalInterface
    interface Report {
        void to(RunLog log) throws Exception;
    }

    /** The time limits for which the run waits for loggers. */
    record Patience(Duration opening, Duration flushing, Duration closing) {
        static final Patience DEFAULT =
                new Patience(Duration.ofSeconds(30), Duration.ofSeconds(10), Duration.ofSeconds(60));
    }

    private record Open(String name, RunLog log) {}

    private final Consumer<String> warnings;
    private final Patience patience;
    private final Queue<Report> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong missed = new AtomicLong();
    private final CountDownLatch opened = new CountDownLatch(1);
    private final List<Open> logs = new ArrayList<>(); // of this thread, once it has started
    private final Thread thread;
    private volatile ConfigurationException refusal;
    private volatile String busy = "none"; // name of the logger that it is calling
    private volatile RunOutcome outcome; // once it is not null, no reports are accepted
    private volatile boolean impatient;
    private volatile boolean leftBehind;

    private LoggerThread(Map<RunLogger, RunContext> loggers, Consumer<String> warnings, Patience patience) {
        this.warnings = warnings;
        this.patience = patience;
        this.thread = new Thread(() -> work(loggers), "loggers");
        thread.setDaemon(true);
    }

    /** @throws ConfigurationException when one refuses its settings */
    static LoggerThread start(Map<RunLogger, RunContext> loggers, Consumer<String> warnings, Patience patience) {
        LoggerThread started = new LoggerThread(loggers, warnings, patience);
        started.thread.start();
        if (!started.await(started.opened, patience.opening())) {
            warnings.accept("the logger " + started.busy + " has not opened in "
                    + patience.opening().toSeconds() + " s: the run begins without waiting for it");
        }
        if (started.refusal != null) {
            throw started.refusal;
        }
        return started;
    }

    /** Queues a report; any thread. */
    void tell(Report report) {
        if (waiting.get() >= ROOM) {
            missed.incrementAndGet();
            return;
        }
        waiting.incrementAndGet();
        queue.add(report);
    }

    /**
     * Waits until all earlier reports have been handled and flushed; for a short time, and not again after a timeout.
     */
    void flush() {
        if (impatient || outcome != null) {
            return;
        }
        CountDownLatch done = new CountDownLatch(1);
        waiting.incrementAndGet();
        queue.add(new Flush(done)); // without the bound: it must not be dropped
        LockSupport.unpark(thread);
        if (!await(done, patience.flushing())) {
            impatient = true;
            warnings.accept("the logger " + busy + " has been at work for "
                    + patience.flushing().toSeconds() + " s: checkpoints do not wait for loggers any more, and after a "
                    + "resume their records may have a gap");
        }
    }

    /** A report that signals when it and all before it have been handled. */
    private record Flush(CountDownLatch done) implements Report {
        @Override
        public void to(RunLog log) throws Exception {
            log.flush();
        }
    }

    /** Reports the end and waits for the thread's end. */
    void close(RunOutcome how) {
        outcome = how;
        LockSupport.unpark(thread);
        try {
            thread.join(patience.closing().toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            warnings.accept("the logger " + busy + " has not ended in "
                    + patience.closing().toSeconds() + " s and is left behind, with " + waiting.get()
                    + " reports that it has not received");
            leftBehind = true; // the interrupt explains it; no warning
            thread.interrupt();
        }
        if (missed.get() > 0) {
            warnings.accept("loggers were slower than the run: " + missed.get() + " reports were left out");
        }
    }

    private boolean await(CountDownLatch latch, Duration limit) {
        try {
            return latch.await(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true; // the user wants the end: no warnings about loggers
        }
    }

    private void work(Map<RunLogger, RunContext> loggers) {
        open(loggers);
        opened.countDown();
        if (refusal != null) {
            all(log -> log.close(RunOutcome.failed(refusal)));
            return;
        }
        long flushed = System.nanoTime();
        boolean unflushed = false;
        for (boolean ending = false; !ending; ) {
            ending = outcome != null; // before the queue is emptied: reports before the end are handled
            unflushed |= drain();
            if (unflushed && System.nanoTime() - flushed > FLUSH_NANOS) {
                all(RunLog::flush);
                flushed = System.nanoTime();
                unflushed = false;
            }
            if (!ending) {
                LockSupport.parkNanos(this, LOOK_NANOS);
            }
        }
        all(log -> log.close(outcome));
    }

    private void open(Map<RunLogger, RunContext> loggers) {
        loggers.forEach((logger, run) -> {
            busy = logger.name();
            try {
                if (refusal == null) {
                    logs.add(new Open(logger.name(), logger.open(run)));
                }
            } catch (ConfigurationException e) {
                refusal = e;
            } catch (Throwable e) { // any exception: the logger's fault
                warn(logger.name(), e);
            }
        });
    }

    /** Handles the queued reports, and returns whether it had any. */
    private boolean drain() {
        boolean any = false;
        for (Report report = queue.poll(); report != null; report = queue.poll()) {
            waiting.decrementAndGet();
            all(report);
            if (report instanceof Flush flush) {
                flush.done().countDown();
            }
            any = true;
        }
        return any;
    }

    private void all(Report report) {
        logs.removeIf(open -> !reported(open, report));
    }

    private boolean reported(Open open, Report report) {
        busy = open.name();
        try {
            report.to(open.log());
            return true;
        } catch (Throwable e) { // any exception: the logger's fault
            warn(open.name(), e);
            return false;
        }
    }

    private void warn(String name, Throwable e) {
        if (leftBehind) {
            return;
        }
        warnings.accept("the logger " + name + " failed and is dropped, and the run continues: "
                + ShownText.of(String.valueOf(e)));
    }
}
