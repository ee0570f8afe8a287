package io.htsrl.monitor.live.run;

import com.fasterxml.jackson.core.JsonGenerator;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.NodeFigures;
import io.htsrl.trainer.rollouts.NodeGauge;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The machines that collect a run's rollouts: a row each, and what its last interval says of all. Stateless, any thread. */
final class Nodes {
    private Nodes() {}

    /** Nothing where there are none. */
    static void write(List<NodeGauge> nodes, JsonGenerator json) throws IOException {
        if (nodes.isEmpty()) {
            return;
        }
        json.writeArrayFieldStart("nodes");
        for (NodeGauge node : nodes) {
            json.writeStartObject();
            json.writeStringField("name", node.name());
            json.writeStringField("state", node.state());
            json.writeNumberField("executors", node.executors());
            json.writeNumberField("columns", node.columns());
            json.writeNumberField("filled", node.filled());
            json.writeNumberField("out", node.bytesOutPerSecond());
            json.writeNumberField("in", node.bytesInPerSecond());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** The same of figures. */
    static void write(IntervalReport report, JsonGenerator json) throws IOException {
        Map<String, Double> figures = NodeFigures.of(report);
        if (figures.isEmpty()) {
            return;
        }
        json.writeObjectFieldStart("node_figures");
        for (Map.Entry<String, Double> figure : figures.entrySet()) {
            if (Double.isFinite(figure.getValue())) {
                json.writeNumberField(NodeFigures.within(figure.getKey()), figure.getValue());
            }
        }
        json.writeEndObject();
    }
}
