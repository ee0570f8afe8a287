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
 * The loggers' own thread. It looks ten times a second at what was told and is not woken for it, so that telling is a
 * node in a queue: {@link #tell} may be called by any thread. The queue is bounded by what it may weigh; what does not
 * fit is counted and left out. One that fails is told of once and not called again.
 */
final class LoggerThread {
    /** Reports that wait at the most: more than the episodes that a run logs in its first seconds. */
    static final int ROOM = 1 << 17;

    private static final long LOOK_NANOS = Duration.ofMillis(100).toNanos();
    private static final long FLUSH_NANOS = Duration.ofSeconds(1).toNanos();

    /** Something that loggers are told. */
    @FunctionalInterface
    interface Report {
        void to(RunLog log) throws Exception;
    }

    /** How long the run waits for them. */
    record Patience(Duration opening, Duration flushing, Duration closing) {
        static final Patience USUAL =
                new Patience(Duration.ofSeconds(30), Duration.ofSeconds(10), Duration.ofSeconds(60));
    }

    private record Open(String name, RunLog log) {}

    private final Consumer<String> warnings;
    private final Patience patience;
    private final Queue<Report> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong missed = new AtomicLong();
    private final CountDownLatch opened = new CountDownLatch(1);
    private final List<Open> logs = new ArrayList<>(); // the thread's own, once it has started
    private final Thread thread;
    private volatile ConfigurationException refusal;
    private volatile String busy = "none"; // whom it is calling
    private volatile RunOutcome outcome; // once it is not null, nothing more is told
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

    /** Leaves it to the thread; any thread. */
    void tell(Report report) {
        if (waiting.get() >= ROOM) {
            missed.incrementAndGet();
            return;
        }
        waiting.incrementAndGet();
        queue.add(report);
    }

    /** Waits until all that was told before has been heard and flushed; not for long, and not again after that. */
    void flush() {
        if (impatient || outcome != null) {
            return;
        }
        CountDownLatch done = new CountDownLatch(1);
        waiting.incrementAndGet();
        queue.add(new Flush(done)); // whatever waits: it is needed
        LockSupport.unpark(thread);
        if (!await(done, patience.flushing())) {
            impatient = true;
            warnings.accept("the logger " + busy + " has been at work for "
                    + patience.flushing().toSeconds() + " s: checkpoints do not wait for loggers any more, and after a "
                    + "resume their records may have a gap");
        }
    }

    /** Says when it and all before it have been heard. */
    private record Flush(CountDownLatch done) implements Report {
        @Override
        public void to(RunLog log) throws Exception {
            log.flush();
        }
    }

    /** Tells of the end and waits for the thread's. */
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
                    + " reports that it has not heard");
            leftBehind = true; // what the interrupt brings about, is no news
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
            return true; // somebody wants the end: nothing is to be told of loggers
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
            ending = outcome != null; // before the queue is emptied: what was told before the end is heard
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
            } catch (Throwable e) { // whatever it is: it is the logger's
                warn(logger.name(), e);
            }
        });
    }

    /** Whether there was anything. */
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
        } catch (Throwable e) { // whatever it is: it is the logger's
            warn(open.name(), e);
            return false;
        }
    }

    private void warn(String name, Throwable e) {
        if (leftBehind) {
            return;
        }
        warnings.accept("the logger " + name + " failed and is dropped, and the run goes on: "
                + ShownText.of(String.valueOf(e)));
    }
}
