package io.htsrl.cli.rundir;

import io.htsrl.cli.rundir.files.JsonLine;
import io.htsrl.cli.rundir.files.LineFile;
import io.htsrl.trainer.report.IntervalReport;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * {@code metrics.jsonl}: a line for every so many intervals, and for the last one. Speeds are those since the line before.
 * One thread at a time.
 */
final class MetricsWriter {
    private final LineFile file;
    private final long every;
    private final JsonLine json = new JsonLine();
    private IntervalReport last;
    private long loggedInterval = -1;
    private long loggedTimesteps;
    private double loggedSeconds;

    /** @param every intervals per line */
    MetricsWriter(LineFile file, long every) {
        this.file = file;
        this.every = every;
    }

    void add(IntervalReport report) {
        last = report;
        if ((report.interval() + 1) % every == 0) {
            write(report);
        }
    }

    /** The last interval's line, unless it is there. */
    void writeLast() {
        if (last != null && last.interval() != loggedInterval) {
            write(last);
        }
    }

    private void write(IntervalReport report) {
        double seconds = report.wallSeconds() - loggedSeconds;
        file.write(json.begin()
                .field("interval", report.interval())
                .field("timesteps", report.timesteps())
                .field("wall_seconds", report.wallSeconds())
                .field("steps_per_second", (report.timesteps() - loggedTimesteps) / seconds)
                .field("episodes", report.episodes())
                .field("mean_return_100", report.meanReturn100())
                .field("lag", report.lag())
                .fields(report.losses())
                .end());
        loggedInterval = report.interval();
        loggedTimesteps = report.timesteps();
        loggedSeconds = report.wallSeconds();
    }

    /** Which line was the last one, for a checkpoint. */
    void save(DataOutput out) throws IOException {
        out.writeLong(loggedInterval);
        out.writeLong(loggedTimesteps);
        out.writeDouble(loggedSeconds);
    }

    void restore(DataInput in) throws IOException {
        loggedInterval = in.readLong();
        loggedTimesteps = in.readLong();
        loggedSeconds = in.readDouble();
    }
}
