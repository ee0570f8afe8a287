package io.htsrl.cluster.seen;

import io.htsrl.cluster.table.Coordinator;
import io.htsrl.cluster.table.LostColumns;
import io.htsrl.cluster.table.Tally;
import io.htsrl.core.time.SpanRecorder;
import io.htsrl.core.time.Timeline;
import io.htsrl.trainer.report.NodeFigures;
import io.htsrl.trainer.rollouts.NodeGauge;
import io.htsrl.trainer.rollouts.RolloutGauges;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The nodes of a run as metrics, pages and traces see them. The learner's actor writes copies, a few times a second and
 * when an interval begins; any thread reads them.
 */
public final class NodesSeen implements RolloutGauges {
    /** Rows, on pages and in traces: of more nodes there are sums alone. */
    private static final int MOST = 64;

    private static final double MEGABYTE = 1e6;

    /** Sums over all nodes, of one moment. */
    private record Sums(int nodes, double out, double in) {}

    private final Coordinator coordinator;
    private final Timeline timeline;
    private final int executors;
    private int tracks; // made so far
    private volatile List<NodeGauge> nodes = List.of();
    private volatile Sums sums = new Sums(0, 0, 0);

    /**
     * Of a run without nodes so far.
     *
     * @param executors of each node
     */
    public NodesSeen(Coordinator coordinator, Timeline timeline, int executors) {
        this.coordinator = coordinator;
        this.timeline = timeline;
        this.executors = executors;
    }

    /**
     * A node joins. The learner's actor.
     *
     * @param out bytes to it so far
     * @param in  bytes from it
     */
    public NodeSeen joined(int id, String name, LongSupplier out, LongSupplier in, long now) {
        SpanRecorder recorder = tracks++ < MOST ? timeline.of(name) : new SpanRecorder(name, 0);
        return new NodeSeen(id, name, out, in, new NodeTrack(recorder), now);
    }

    /** Looks at those that are there. The learner's actor. */
    public void look(Collection<NodeSeen> there, long now) {
        List<NodeGauge> gauges = new ArrayList<>();
        double out = 0;
        double in = 0;
        for (NodeSeen node : there) {
            NodeGauge gauge = node.gauge(coordinator, executors, now);
            out += gauge.bytesOutPerSecond();
            in += gauge.bytesInPerSecond();
            if (gauges.size() < MOST) {
                gauges.add(gauge);
            }
        }
        nodes = List.copyOf(gauges);
        sums = new Sums(coordinator.live(), out, in);
    }

    @Override
    public List<NodeGauge> nodes() {
        return nodes;
    }

    @Override
    public Map<String, Double> figures() {
        Sums seen = sums;
        Tally tally = coordinator.tally();
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put(NodeFigures.NODES, (double) seen.nodes());
        figures.put("node_executors", (double) seen.nodes() * executors);
        figures.put("node_out_mb_per_second", seen.out() / MEGABYTE);
        figures.put("node_in_mb_per_second", seen.in() / MEGABYTE);
        figures.put("node_columns", (double) tally.columns() - tally.own());
        figures.put("node_columns_own", (double) tally.own());
        figures.put(NodeFigures.AGAIN, (double) tally.again());
        figures.put("node_columns_twice", (double) tally.duplicates());
        figures.put("node_lost", (double) tally.lost());
        LostColumns.Times times = coordinator.losses();
        if (times.count() > 0) {
            figures.put("node_detection_seconds", times.meanDetection());
            figures.put("node_detection_seconds_max", times.mostDetection());
            figures.put("node_recovery_seconds", times.meanRecovery());
            figures.put("node_recovery_seconds_max", times.mostRecovery());
        }
        return figures;
    }
}
