package io.htsrl.cluster.table;

import io.htsrl.cluster.table.ClusterCounters.Count;
import io.htsrl.cluster.table.ClusterCounters.LossTimes;
import io.htsrl.core.time.SpanRecorder;
import io.htsrl.core.time.Timeline;
import io.htsrl.trainer.report.MetricGroup;
import io.htsrl.trainer.rollouts.Rollouts;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;

/**
 * State of a run's nodes for metrics, pages and traces. The learner's actor writes copies a few times a second and when
 * an interval begins; any thread reads them.
 */
public final class ClusterMetrics {
    /** Number of rows on pages and in traces; further nodes count only in the totals. */
    private static final int MOST = 64;

    private final Coordinator coordinator;
    private final Timeline timeline;
    private final int executors;
    private int tracks; // number of tracks made
    private volatile List<Rollouts.NodeGauge> nodes = List.of();
    private volatile int live;

    /**
     * Creates metrics of a run without nodes so far.
     *
     * @param executors executors of each node
     */
    public ClusterMetrics(Coordinator coordinator, Timeline timeline, int executors) {
        this.coordinator = coordinator;
        this.timeline = timeline;
        this.executors = executors;
    }

    /**
     * Records that a node joins. The learner's actor.
     *
     * @param out bytes sent to it so far
     * @param in bytes received from it so far
     */
    public NodeMetrics joined(int id, String name, LongSupplier out, LongSupplier in, long now) {
        SpanRecorder recorder = tracks++ < MOST ? timeline.of(name) : new SpanRecorder(name, 0);
        return new NodeMetrics(id, name, out, in, recorder, now);
    }

    /** Copies the state of the present nodes. The learner's actor. */
    public void look(Collection<NodeMetrics> there, long now) {
        nodes = there.stream()
                .map(node -> node.gauge(coordinator, executors, now))
                .toList();
        live = coordinator.live();
    }

    /** Returns rows of the nodes, at most {@link #MOST}. */
    public List<Rollouts.NodeGauge> nodes() {
        return nodes.stream().limit(MOST).toList();
    }

    /** Returns totals of the run so far. */
    public Map<String, Double> metrics() {
        List<Rollouts.NodeGauge> seen = nodes;
        ClusterCounters tally = coordinator.tally();
        Map<String, Double> metrics = new LinkedHashMap<>();
        metrics.put(MetricGroup.NODE_COUNT, (double) live);
        metrics.put("node_executors", (double) live * executors);
        metrics.put("node_out_mb_per_second", megabytes(seen, Rollouts.NodeGauge::bytesOutPerSecond));
        metrics.put("node_in_mb_per_second", megabytes(seen, Rollouts.NodeGauge::bytesInPerSecond));
        metrics.put("node_columns", (double) tally.count(Count.COLUMNS) - tally.count(Count.OWN));
        metrics.put("node_columns_own", (double) tally.count(Count.OWN));
        metrics.put(MetricGroup.REASSIGNED, (double) tally.count(Count.AGAIN));
        metrics.put("node_columns_twice", (double) tally.count(Count.DUPLICATE));
        metrics.put("node_lost", (double) tally.count(Count.LOST));
        LossTimes times = tally.losses();
        if (times.detection().getCount() > 0) {
            metrics.put("node_detection_seconds", times.detection().getAverage());
            metrics.put("node_detection_seconds_max", times.detection().getMax());
            metrics.put("node_recovery_seconds", times.recovery().getAverage());
            metrics.put("node_recovery_seconds_max", times.recovery().getMax());
        }
        return metrics;
    }

    private static double megabytes(List<Rollouts.NodeGauge> of, ToDoubleFunction<Rollouts.NodeGauge> rate) {
        return of.stream().mapToDouble(rate).sum() / 1e6;
    }
}
