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
    void watch();

    /** Shows the user a line. */
    void tell(String line);

    /** The newest interval; empty before the first is complete. */
    Optional<IntervalReport> newest();

    /** Its metrics; empty until the run starts. */
    Optional<RunMetrics> metrics();

    /** Asks for an end at the next swap. */
    void stop();

    /** Asks for a checkpoint at the next swap; false where the run can take none. */
    boolean checkpoint();

    /** A handle without a run, which does nothing. */
    static RunHandle closed() {
        return Closed.CLOSED;
    }

    /** See {@link #closed}. */
    enum Closed implements RunHandle {
        CLOSED;

        @Override
        public void watch() {}

        @Override
        public void tell(String line) {}

        @Override
        public Optional<IntervalReport> newest() {
            return Optional.empty();
        }

        @Override
        public Optional<RunMetrics> metrics() {
            return Optional.empty();
        }

        @Override
        public void stop() {}

        @Override
        public boolean checkpoint() {
            return false;
        }
    }
}
