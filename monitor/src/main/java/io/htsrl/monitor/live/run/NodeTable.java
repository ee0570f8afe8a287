package io.htsrl.monitor.live.run;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.MetricGroup;
import io.htsrl.trainer.rollouts.NodeGauge;
import java.util.List;
import java.util.Map;

/** The machines that collect a run's rollouts: a row each, and their sums in the last interval. Stateless, any thread. */
final class NodeTable {
    private NodeTable() {}

    /** Writes nothing without nodes. */
    static void write(List<NodeGauge> nodes, ObjectNode json) {
        if (nodes.isEmpty()) {
            return;
        }
        ArrayNode rows = json.putArray("nodes");
        for (NodeGauge node : nodes) {
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

    /** Writes the nodes' metrics of an interval; nothing without any. */
    static void write(IntervalReport report, ObjectNode json) {
        Map<String, Double> metrics = MetricGroup.NODES.of(report);
        if (!metrics.isEmpty()) {
            ObjectNode sums = json.putObject("node_figures");
            metrics.forEach((name, value) -> RunView.putFinite(sums, MetricGroup.NODES.within(name), value));
        }
    }
}
