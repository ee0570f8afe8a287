package io.htsrl.monitor.live.run;

import com.fasterxml.jackson.core.JsonGenerator;
import io.htsrl.monitor.live.feed.LiveView;
import io.htsrl.trainer.gauge.RunGauges;
import io.htsrl.trainer.logging.LoggedInterval;
import io.htsrl.trainer.logging.RunContext;
import io.htsrl.trainer.logging.RunDoors;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TimeUse;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * One moment of a run of this process, for the page: figures, replicas, roles, batches, memory, the strip. One thread, but
 * for {@link #logged} and {@link #pictures}.
 */
public final class RunView implements LiveView {
    private final RunDoors doors;
    private final boolean banks;
    private final Replay replay;
    private final Speed speed = new Speed();
    private final ReplicaStates replicas = new ReplicaStates();
    private final RoleShares roles = new RoleShares();
    private final Pictures pictures;

    /** The run has not begun. */
    public RunView(RunContext run) {
        this.doors = run.doors();
        this.pictures = new Pictures(doors::gauges, System::nanoTime);
        this.banks = !"async".equals(run.settings().get("schedule"));
        String size = run.settings().getOrDefault("buffer-size", "0");
        this.replay = new Replay(size.matches("\\d{1,18}") ? Long.parseLong(size) : 0);
    }

    /** For pages that ask for some. Any thread. */
    public Pictures pictures() {
        return pictures;
    }

    /** What the run tells its loggers of an interval. Any thread. */
    public void logged(LoggedInterval interval) {
        replay.sampled(interval.priorities());
    }

    @Override
    public String digest() {
        return doors.newest().map(IntervalReport::digest).orElse("");
    }

    @Override
    public void write(JsonGenerator json) throws IOException {
        if (doors.newest().isPresent()) {
            writeFigures(doors.newest().get(), json);
        }
        if (doors.gauges().isPresent()) {
            writeGauges(doors.gauges().get(), json);
        }
    }

    private void writeFigures(IntervalReport report, JsonGenerator json) throws IOException {
        json.writeNumberField("interval", report.interval());
        json.writeNumberField("timesteps", report.timesteps());
        json.writeNumberField("episodes", report.episodes());
        json.writeNumberField("lag", report.lag());
        writeDecimal("wall_seconds", report.wallSeconds(), json);
        writeDecimal("mean_return_100", report.meanReturn100(), json);
        writeDecimal("steps_per_second", speed.with(report), json);
        replay.write(report, json);
        Nodes.write(report, json);
    }

    private static void writeDecimal(String name, double value, JsonGenerator json) throws IOException {
        if (Double.isFinite(value)) {
            json.writeNumberField(name, value);
        }
    }

    private void writeGauges(RunGauges gauges, JsonGenerator json) throws IOException {
        TimeUse use = gauges.timeUse();
        roles.write(use, json);
        json.writeObjectFieldStart("batches");
        for (Map.Entry<Integer, Long> size : use.batchSizes().entrySet()) {
            json.writeNumberField(size.getKey().toString(), size.getValue());
        }
        json.writeEndObject();
        writeReplicas(gauges, json);
        Nodes.write(gauges.nodes(), json);
        json.writeNumberField("pictures", pictures.count(gauges));
        Memory.write(json);
        Strip strip = new Strip(gauges.spans(), banks);
        if (!strip.isEmpty()) {
            json.writeObjectFieldStart("strip");
            strip.write(json);
            json.writeEndObject();
        }
    }

    private void writeReplicas(RunGauges gauges, JsonGenerator json) throws IOException {
        replicas.look(gauges);
        List<Integer> stragglers = replicas.stragglers();
        json.writeObjectFieldStart("replicas");
        json.writeStringField("states", replicas.states());
        json.writeNumberField("of", gauges.steps());
        json.writeFieldName("steps");
        json.writeArray(replicas.steps(), 0, replicas.steps().length);
        json.writeFieldName("stragglers");
        json.writeArray(stragglers.stream().mapToInt(Integer::intValue).toArray(), 0, stragglers.size());
        json.writeEndObject();
    }
}
