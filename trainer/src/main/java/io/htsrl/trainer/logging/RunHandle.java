package io.htsrl.trainer.logging;

import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.RunMetrics;
import java.time.Duration;
import java.util.Optional;

/**
 * Reads a running run, stops it and requests checkpoints. A logger that reads metrics calls {@link #watch} while it is
 * opened; otherwise no metrics are kept. Any thread; the run never waits for a reader.
 */
public interface RunHandle {

    /** Announces that metrics will be read. Called before the run begins. */
    default void watch() {}

    /** Shows the user a line. */
    default void tell(String line) {}

    /** Returns the newest interval; empty before the first is complete. */
    default Optional<IntervalReport> newest() {
        return Optional.empty();
    }

    /** Returns the run's metrics; empty until the run starts. */
    default Optional<RunMetrics> metrics() {
        return Optional.empty();
    }

    /** Requests the end of the run at the next swap. */
    default void stop() {}

    /** Requests a checkpoint at the next swap; returns false if the run cannot take one. */
    default boolean checkpoint() {
        return false;
    }

    /**
     * Asks to keep a page open when the run has ended, instead of closing it in {@link RunLog#close}. Returns false if
     * the program does not wait for pages: the caller closes it.
     */
    default boolean keepOpen(OpenPage page) {
        return false;
    }

    /**
     * A page that shows a run after its end.
     *
     * @param url its address
     * @param stay how long it stays; empty: until Ctrl-C in a terminal, and not at all elsewhere
     * @param close closes it
     */
    record OpenPage(String url, Optional<Duration> stay, Runnable close) {}

    /** A handle without a run, which does nothing. */
    static RunHandle closed() {
        return new RunHandle() {};
    }
}
