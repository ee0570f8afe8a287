package io.htsrl.cli.rundir;

import com.fasterxml.jackson.databind.JsonNode;
import io.htsrl.cli.rundir.JsonDocument.JsonKind;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.trainer.logging.LoggedInterval;
import io.htsrl.trainer.report.IntervalReport;
import java.io.Closeable;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Reads {@code metrics.jsonl} line by line. A torn last line counts as not written; anything else that
 * {@link MetricsWriter} would not write is refused, with the line's number. One thread at a time.
 */
public final class MetricsReader implements Closeable {
    private static final List<String> COUNTERS = List.of("interval", "timesteps", "episodes", "lag");
    private static final List<String> MEASURES = List.of("wall_seconds", "steps_per_second", "mean_return_100");

    private final RecordedLines lines;
    private long interval = -1;
    private long timesteps = -1;

    MetricsReader(Path file) {
        lines = new RecordedLines(file, "the figures of one interval in every line");
    }

    /**
     * Returns the next line, whose fields are those of {@link MetricsWriter}, all numbers or null; null at the end.
     *
     * @throws ConfigurationException when the file is damaged
     */
    public JsonNode next() {
        JsonNode line = lines.nextObject();
        if (line == null) {
            return null;
        }
        COUNTERS.forEach(name -> lines.require(JsonKind.WHOLE.is(line.path(name)), "has no whole number as " + name));
        MEASURES.forEach(name -> lines.require(JsonKind.NUMBER.is(line.path(name)), "has no number as " + name));
        for (Map.Entry<String, JsonNode> field : line.properties()) {
            lines.require(JsonKind.NUMBER.is(field.getValue()), "has no number as " + field.getKey());
        }
        lines.require(line.path("interval").asLong() > interval, "is of an interval that was there before");
        lines.require(line.path("timesteps").asLong() > timesteps, "counts fewer timesteps than there were");
        lines.require(line.path("wall_seconds").asDouble(-1) >= 0, "has no time as wall_seconds");
        interval = line.path("interval").asLong();
        timesteps = line.path("timesteps").asLong();
        return line;
    }

    @Override
    public void close() {
        lines.close();
    }

    /** Writes {@code metrics.jsonl}: a line for each interval that is logged. One thread at a time. */
    static final class MetricsWriter {
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
}
