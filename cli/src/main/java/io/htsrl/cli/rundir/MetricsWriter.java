package io.htsrl.cli.rundir;

import io.htsrl.cli.rundir.files.JsonLine;
import io.htsrl.cli.rundir.files.LineFile;
import io.htsrl.trainer.logging.LoggedInterval;
import io.htsrl.trainer.report.IntervalReport;

/** {@code metrics.jsonl}: a line for each interval that is logged. One thread at a time. */
final class MetricsWriter {
    private final LineFile file;
    private final JsonLine json = new JsonLine();

    MetricsWriter(LineFile file) {
        this.file = file;
    }

    void write(LoggedInterval interval) {
        IntervalReport report = interval.report();
        file.write(json.begin()
                .field("interval", report.interval())
                .field("timesteps", report.timesteps())
                .field("wall_seconds", report.wallSeconds())
                .field("steps_per_second", interval.stepsPerSecond())
                .field("episodes", report.episodes())
                .field("mean_return_100", report.meanReturn100())
                .field("lag", report.lag())
                .fields(report.losses())
                .end());
    }
}
