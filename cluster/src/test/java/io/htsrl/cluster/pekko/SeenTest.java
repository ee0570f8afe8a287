package io.htsrl.cluster.pekko;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cluster.SmallRuns;
import io.htsrl.cluster.lanes.LaneBoard;
import io.htsrl.cluster.table.AssignmentTable;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.time.Activity;
import io.htsrl.core.time.SpanRecorder;
import io.htsrl.core.time.Timeline;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.MetricGroup;
import io.htsrl.trainer.report.RunMetrics;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.rollouts.Rollouts;
import io.htsrl.trainer.run.Trainer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A run on nodes is seen in its figures, in its trace and by observers; none of it changes a bit. */
class SeenTest {
    /** No machine is so slow that a column is tried twice. */
    private static final Duration PATIENT = Duration.ofHours(1);

    private final NodeThreads nodes = new NodeThreads();
    private final AtomicReference<RunMetrics> gauges = new AtomicReference<>();
    private final List<Rollouts.NodeGauge> looked = new ArrayList<>();
    private final List<Map<String, Double>> metrics = new ArrayList<>();

    @Test
    void shouldShowItsNodesInFiguresAndTraceAndToWhoLooks() throws Exception {
        RunConfig config = SmallRuns.config("a2c", "CartPole-v1", 2);
        Timeline timeline = new Timeline(1024);
        TrainingListener looking = new TrainingListener() {
            @Override
            public void onStart(RunMetrics metrics) {
                gauges.set(metrics);
            }

            @Override
            public void onInterval(IntervalReport report) {
                metrics.add(MetricGroup.NODES.of(report));
                if (report.interval() == 5) {
                    looked.addAll(gauges.get().nodes());
                }
            }
        };

        String digest = new Trainer(
                        config, Attachments.none().with(looking).with(timeline).collectedBy(site -> {
                            ClusterRollouts rollouts = new ClusterRollouts(
                                    config,
                                    site,
                                    new Host(NodeThreads.ANY, Optional.empty(), line -> {}),
                                    PATIENT,
                                    0,
                                    line -> {},
                                    new LaneBoard(0, AssignmentTable.Lease.of(PATIENT), line -> {}),
                                    () -> {});
                            nodes.join(rollouts.address());
                            nodes.join(rollouts.address());
                            assertTrue(rollouts.await(2, NodeThreads.LONG), "nodes join");
                            return rollouts;
                        }))
                .run()
                .digest();

        RunConfig serial = SmallRuns.by(config, Schedule.SERIAL);
        assertEquals(new Trainer(serial, Attachments.none()).run().digest(), digest);
        showsFigures();
        assertEquals(2, looked.size());
        assertTrue(looked.get(0).name().startsWith("node 127.0.0.1:"), looked + "");
        assertEquals(2, looked.get(0).executors());
        // copies of the moment at which interval 5 began, at least
        assertTrue(
                looked.stream().mapToLong(Rollouts.NodeGauge::filled).sum() >= 5 * SmallRuns.ENVIRONMENTS, looked + "");
        showsSpans(timeline);
    }

    private void showsFigures() {
        Map<String, Double> last = metrics.get(metrics.size() - 1);
        assertEquals(2, last.get("nodes"));
        assertEquals(4, last.get("node_executors"));
        assertEquals(SmallRuns.INTERVALS * SmallRuns.ENVIRONMENTS, last.get("node_columns"));
        assertEquals(0, last.get("node_columns_own") + last.get("node_columns_again") + last.get("node_lost"));
        assertTrue(last.get("node_out_mb_per_second") > 0 && last.get("node_in_mb_per_second") > 0, last + "");
    }

    private static void showsSpans(Timeline timeline) {
        Map<Activity, Long> columns = new EnumMap<>(Activity.class);
        Map<Activity, Long> spans = new EnumMap<>(Activity.class);
        for (SpanRecorder recorder : timeline.recorders()) {
            if (recorder.thread().startsWith("node ")) {
                recorder.forEach((activity, begin, end, argument, interval) -> {
                    columns.merge(activity, argument, Long::sum);
                    spans.merge(activity, 1L, Long::sum);
                });
            }
        }
        assertEquals(SmallRuns.INTERVALS * SmallRuns.ENVIRONMENTS, columns.get(Activity.UNIT));
        assertEquals(2L * SmallRuns.INTERVALS, spans.get(Activity.BROADCAST), "to each node, once an interval");
    }
}
