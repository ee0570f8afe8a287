package io.htsrl.trainer.logging;

import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.RunMetrics;
import java.util.Optional;

/**
 * Reads a run while it goes, stops it and requests checkpoints. A logger that reads metrics calls {@link #watch} while it
 * is opened; otherwise nothing is kept for it. Any thread; the run never waits for a reader.
 */
public interface RunHandle {

    /** Announces that metrics will be read. Before the run begins. */
    default void watch() {}

    /** Shows the user a line. */
    default void tell(String line) {}

    /** The newest interval; empty before the first is complete. */
    default Optional<IntervalReport> newest() {
        return Optional.empty();
    }

    /** Its metrics; empty until the run starts. */
    default Optional<RunMetrics> metrics() {
        return Optional.empty();
    }

    /** Asks for an end at the next swap. */
    default void stop() {}

    /** Asks for a checkpoint at the next swap; false where the run can take none. */
    default boolean checkpoint() {
        return false;
    }

    /** A handle without a run, which does nothing. */
    static RunHandle closed() {
        return new RunHandle() {};
    }
}
