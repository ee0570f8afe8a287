package io.htsrl.trainer.logging.feed;

import io.htsrl.core.state.Stateful;
import io.htsrl.trainer.logging.LoggedInterval;
import io.htsrl.trainer.report.IntervalReport;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * Selects the logged intervals of a run: one of every so many, and the last one. Speeds are those since the previous
 * one. One thread at a time.
 */
public final class LoggedIntervals implements Stateful {
    private final long every;
    private final Consumer<LoggedInterval> listener;
    private IntervalReport last;
    private long loggedInterval = -1;
    private long loggedTimesteps;
    private double loggedSeconds;

    /**
     * Starts before the first interval.
     *
     * @param every intervals from one to the next
     * @param listener receives the logged intervals
     */
    public LoggedIntervals(long every, Consumer<LoggedInterval> listener) {
        this.every = every;
        this.listener = listener;
    }

    /** Adds the next interval, in order. */
    public void add(IntervalReport report) {
        last = report;
        if ((report.interval() + 1) % every == 0) {
            log(report);
        }
    }

    /** Ends the intervals: logs the last one, unless it has been logged. */
    public void addLast() {
        if (last != null && last.interval() != loggedInterval) {
            log(last);
        }
    }

    private void log(IntervalReport report) {
        double seconds = report.wallSeconds() - loggedSeconds;
        listener.accept(new LoggedInterval(report, (report.timesteps() - loggedTimesteps) / seconds));
        loggedInterval = report.interval();
        loggedTimesteps = report.timesteps();
        loggedSeconds = report.wallSeconds();
    }

    /** Saves the state, with the last logged interval, for a checkpoint. */
    @Override
    public void save(DataOutput out) throws IOException {
        out.writeLong(loggedInterval);
        out.writeLong(loggedTimesteps);
        out.writeDouble(loggedSeconds);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        loggedInterval = in.readLong();
        loggedTimesteps = in.readLong();
        loggedSeconds = in.readDouble();
    }
}
