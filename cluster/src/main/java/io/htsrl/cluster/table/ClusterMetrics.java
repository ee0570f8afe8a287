package io.htsrl.cluster.table;

import io.htsrl.cluster.table.ClusterCounters.Count;
import io.htsrl.cluster.table.ClusterCounters.LossTimes;
import io.htsrl.core.time.SpanRecorder;
import io.htsrl.core.time.Timeline;
import io.htsrl.trainer.report.MetricGroup;
import io.htsrl.trainer.rollouts.NodeGauge;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * State of a run's nodes for metrics, pages and traces. The learner's actor writes copies a few times a second and when
 * an interval begins; any thread reads them.
 */
public final class ClusterMetrics {
    /** Number of rows on pages and in traces; further nodes count only in the totals. */
    private static final int MOST = 64;

    private static final double MEGABYTE = 1e6;

    /** Totals of all nodes at one moment. */
    private record Totals(int nodes, double out, double in) {}

    private final Coordinator coordinator;
    private final Timeline timeline;
    private final int executors;
    private int tracks; // number of tracks made
    private volatile List<NodeGauge> nodes = List.of();
    private volatile Totals totals = new Totals(0, 0, 0);

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
     * @param in  bytes received from it so far
     */
    public NodeMetrics joined(int id, String name, LongSupplier out, LongSupplier in, long now) {
        SpanRecorder recorder = tracks++ < MOST ? timeline.of(name) : new SpanRecorder(name, 0);
        return new NodeMetrics(id, name, out, in, new NodeTimeline(recorder), now);
    }

    /** Copies the state of the present nodes. The learner's actor. */
    public void look(Collection<NodeMetrics> there, long now) {
        List<NodeGauge> gauges = new ArrayList<>();
        double out = 0;
        double in = 0;
        for (NodeMetrics node : there) {
            NodeGauge gauge = node.gauge(coordinator, executors, now);
            out += gauge.bytesOutPerSecond();
            in += gauge.bytesInPerSecond();
            if (gauges.size() < MOST) {
                gauges.add(gauge);
            }
        }
        nodes = List.copyOf(gauges);
        totals = new Totals(coordinator.live(), out, in);
    }

    /** Returns rows of the nodes, at most {@link #MOST}. */
    public List<NodeGauge> nodes() {
        return nodes;
    }

    /** Returns totals of the run so far. */
    public Map<String, Double> metrics() {
        Totals seen = totals;
        ClusterCounters tally = coordinator.tally();
        Map<String, Double> metrics = new LinkedHashMap<>();
        metrics.put(MetricGroup.NODE_COUNT, (double) seen.nodes());
        metrics.put("node_executors", (double) seen.nodes() * executors);
        metrics.put("node_out_mb_per_second", seen.out() / MEGABYTE);
        metrics.put("node_in_mb_per_second", seen.in() / MEGABYTE);
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

    /** Metrics of one node. The learner's actor. */
    public static final class NodeMetrics {
        private static final long WINDOW = 1_000_000_000L;
        private final int id;
        private final String name;
        private final LongSupplier out;
        private final LongSupplier in;
        private final Rate outRate;
        private final Rate inRate;
        private final NodeTimeline track;
        private long filled;

        NodeMetrics(int id, String name, LongSupplier out, LongSupplier in, NodeTimeline track, long now) {
            this.id = id;
            this.name = name;
            this.out = out;
            this.in = in;
            this.outRate = new Rate(now);
            this.inRate = new Rate(now);
            this.track = track;
        }

        public NodeTimeline track() {
            return track;
        }

        /** Records a column of the node. */
        public void column(long interval, int attempt, long now) {
            filled++;
            track.column(interval, attempt, now);
        }

        NodeGauge gauge(Coordinator coordinator, int executors, long now) {
            return new NodeGauge(
                    name,
                    coordinator.state(id),
                    executors,
                    coordinator.held(id),
                    filled,
                    outRate.at(out.getAsLong(), now),
                    inRate.at(in.getAsLong(), now));
        }

        /**
         * Growth of a counter per second, over about the last second. One thread; times in nanoseconds, from the
         * caller.
         */
        static final class Rate {

            private long since;
            private long before;
            private double perSecond;
            private boolean known; // whether a whole window has passed

            Rate(long now) {
                this.since = now;
            }

            /** Returns the rate, now that the counter has reached {@code count}. */
            double at(long count, long now) {
                long time = now - since;
                if (time >= WINDOW || !known && time > 0) {
                    perSecond = (count - before) * 1e9 / time;
                }
                if (time >= WINDOW) {
                    known = true;
                    since = now;
                    before = count;
                }
                return perSecond;
            }
        }
    }
}
