package io.htsrl.monitor.live.run;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.monitor.live.model.PageFeed.LiveView;
import io.htsrl.trainer.logging.LoggedInterval;
import io.htsrl.trainer.logging.RunContext;
import io.htsrl.trainer.logging.RunHandle;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.MetricGroup;
import io.htsrl.trainer.report.RunMetrics;
import io.htsrl.trainer.report.TimeUse;
import io.htsrl.trainer.report.TimeUse.Role;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.rollouts.Rollouts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * The current state of a run of this process, for the page: figures, replicas, roles, batches, memory, timeline. One
 * thread, except for {@link #logged}, {@link #ended} and {@link #pictures}.
 */
public final class RunView implements LiveView {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String RESIDENT = "VmRSS:";

    private final RunHandle handle;
    private final boolean banks;
    private final ReplayView replay;
    private final RecentSpeed speed = new RecentSpeed();
    private final ReplicaStates replicas = new ReplicaStates();
    private final RoleShares roles = new RoleShares();
    private final ReplicaFrames pictures;
    private volatile String lastDigest; // null during the run

    /** Creates the view of a run that has not begun. */
    public RunView(RunContext run) {
        this.handle = run.handle();
        this.pictures = new ReplicaFrames(handle::metrics, System::nanoTime);
        this.banks = Schedule.named(run.settings().get("schedule"))
                .filter(Schedule::barrier)
                .isPresent();
        String size = run.settings().getOrDefault("buffer-size", "0");
        this.replay = new ReplayView(size.matches("\\d{1,18}") ? Long.parseLong(size) : 0);
    }

    /** Returns the pictures of replicas for pages. Any thread. */
    public ReplicaFrames pictures() {
        return pictures;
    }

    /** Records an interval that the run reports to its loggers. Any thread. */
    public void logged(LoggedInterval interval) {
        replay.sampled(interval.priorities());
    }

    /** Records the end of the run. The result's digest is that of the update after the last interval. Any thread. */
    public void ended(TrainingResult result) {
        lastDigest = result.digest();
    }

    @Override
    public String digest() {
        String last = lastDigest;
        return last != null ? last : handle.newest().map(IntervalReport::digest).orElse("");
    }

    @Override
    public void write(ObjectNode json) {
        handle.newest().ifPresent(report -> write(report, json));
        handle.metrics().ifPresent(metrics -> write(metrics, json));
    }

    private void write(IntervalReport report, ObjectNode json) {
        json.put("interval", report.interval())
                .put("timesteps", report.timesteps())
                .put("episodes", report.episodes())
                .put("lag", report.lag());
        putFinite(json, "wall_seconds", report.wallSeconds());
        putFinite(json, "mean_return_100", report.meanReturn100());
        putFinite(json, "steps_per_second", speed.with(report));
        replay.write(report, json);
        writeNodes(report, json);
    }

    /** Writes a number unless it is NaN or infinite, which JSON cannot express. */
    static void putFinite(ObjectNode json, String name, double value) {
        if (Double.isFinite(value)) {
            json.put(name, value);
        }
    }

    private void write(RunMetrics metrics, ObjectNode json) {
        TimeUse use = metrics.timeUse();
        roles.write(use, json.putArray("roles"));
        ObjectNode batches = json.putObject("batches");
        use.batchSizes().forEach((size, count) -> batches.put(size.toString(), count));
        writeReplicas(metrics, json.putObject("replicas"));
        writeNodes(metrics.nodes(), json);
        json.put("pictures", pictures.count(metrics));
        Runtime runtime = Runtime.getRuntime();
        json.putObject("memory")
                .put("used", runtime.totalMemory() - runtime.freeMemory())
                .put("committed", runtime.totalMemory())
                .put("max", runtime.maxMemory())
                .put("resident", residentBytes());
        ThreadTimeline timeline = new ThreadTimeline(metrics.spans(), banks);
        if (!timeline.isEmpty()) {
            timeline.write(json.putObject("strip"));
        }
    }

    private void writeReplicas(RunMetrics metrics, ObjectNode json) {
        replicas.look(metrics);
        json.put("states", replicas.states()).put("of", metrics.steps());
        ArrayNode steps = json.putArray("steps");
        Arrays.stream(replicas.steps()).forEach(steps::add);
        ArrayNode stragglers = json.putArray("stragglers");
        replicas.stragglers().forEach(stragglers::add);
    }

    /** Writes a row for each machine that collects rollouts; nothing where none exists. */
    static void writeNodes(List<Rollouts.NodeGauge> nodes, ObjectNode json) {
        if (nodes.isEmpty()) {
            return;
        }
        ArrayNode rows = json.putArray("nodes");
        for (Rollouts.NodeGauge node : nodes) {
            rows.addObject()
                    .put("name", node.name())
                    .put("state", node.state())
                    .put("executors", node.executors())
                    .put("columns", node.columns())
                    .put("filled", node.filled())
                    .put("out", node.bytesOutPerSecond())
                    .put("in", node.bytesInPerSecond());
        }
    }

    /** Writes the nodes' metrics of an interval; nothing where none exists. */
    static void writeNodes(IntervalReport report, ObjectNode json) {
        Map<String, Double> metrics = MetricGroup.NODES.of(report);
        if (!metrics.isEmpty()) {
            ObjectNode sums = json.putObject("node_figures");
            metrics.forEach((name, value) -> putFinite(sums, MetricGroup.NODES.within(name), value));
        }
    }

    /** Returns the resident memory of this process as the system reports it; 0 where it does not. */
    private static long residentBytes() {
        try {
            for (String line : Files.isReadable(STATUS) ? Files.readAllLines(STATUS) : List.<String>of()) {
                if (line.startsWith(RESIDENT)) {
                    return 1024 * Long.parseLong(line.replaceAll("\\D", ""));
                }
            }
        } catch (IOException | NumberFormatException e) {
            // the metric is omitted
        }
        return 0;
    }

    /** Steps per second over the last seconds, from the reports so far. One thread. */
    private static final class RecentSpeed {
        private static final double SECONDS = 3;

        private final Deque<IntervalReport> seen = new ArrayDeque<>();

        /** Returns the speed with the newest report; NaN for the first report. */
        double with(IntervalReport newest) {
            if (seen.isEmpty() || seen.peekLast().interval() != newest.interval()) {
                seen.add(newest);
            }
            while (seen.size() > 2 && newest.wallSeconds() - seen.peek().wallSeconds() > SECONDS) {
                seen.remove();
            }
            IntervalReport oldest = seen.peek();
            double seconds = newest.wallSeconds() - oldest.wallSeconds();
            return seconds > 0 ? (newest.timesteps() - oldest.timesteps()) / seconds : Double.NaN;
        }
    }

    /** The time of each role in the last seconds: the difference of two samples of the clocks. One thread. */
    private static final class RoleShares {
        private static final int LOOKS = 12;
        private static final Role NONE = new Role(0, 0, 0, 0, 0);

        private final Deque<SortedMap<String, Role>> looks = new ArrayDeque<>();

        /** Samples the clocks, and writes the difference to a sample three seconds before. */
        void write(TimeUse use, ArrayNode json) {
            looks.add(use.roles());
            SortedMap<String, Role> then = looks.size() > LOOKS ? looks.remove() : looks.peek();
            use.roles().forEach((name, now) -> {
                Role before = then == use.roles() ? NONE : then.getOrDefault(name, NONE);
                double seconds = now.threadSeconds() - before.threadSeconds();
                json.addObject()
                        .put("role", name)
                        .put("threads", now.threads())
                        .put("busy", share(now.busySeconds() - before.busySeconds(), seconds))
                        .put("barrier", share(now.barrierSeconds() - before.barrierSeconds(), seconds));
            });
        }

        private static double share(double part, double all) {
            return all > 0 ? Math.max(0, Math.min(1, part / all)) : 0;
        }
    }
}
