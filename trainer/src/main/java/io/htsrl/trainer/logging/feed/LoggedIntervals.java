package io.htsrl.trainer.logging.feed;

import io.htsrl.core.state.Stateful;
import io.htsrl.trainer.logging.LoggedInterval;
import io.htsrl.trainer.report.IntervalReport;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * Which intervals of a run are logged: one of every so many, and the last one. Speeds are those since the one before. One
 * thread at a time.
 */
public final class LoggedIntervals implements Stateful {
    private final long every;
    private final Consumer<LoggedInterval> listener;
    private IntervalReport last;
    private long loggedInterval = -1;
    private long loggedTimesteps;
    private double loggedSeconds;

    /**
     * None is logged yet.
     *
     * @param every  intervals from one to the next
     * @param listener of those that are logged
     */
    public LoggedIntervals(long every, Consumer<LoggedInterval> listener) {
        this.every = every;
        this.listener = listener;
    }

    /** The next interval, in order. */
    public void add(IntervalReport report) {
        last = report;
        if ((report.interval() + 1) % every == 0) {
            log(report);
        }
    }

    /** There are no more: the last one is logged, unless it has been. */
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

    /** Which one was the last that was logged, for a checkpoint. */
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
