package io.htsrl.monitor.live.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.rollouts.NodeGauge;
import java.io.IOException;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodesTest {

    private static String told(List<NodeGauge> nodes, Map<String, Double> figures) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.writeStartObject();
            Nodes.write(nodes, json);
            Nodes.write(new IntervalReport(3, 64, 0.5, 2, 9, 1, figures, "00"), json);
            json.writeEndObject();
        }
        return text.toString();
    }

    @Test
    void shouldTellOfEachNodeAndOfAll() throws IOException {
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("policy_loss", 0.5);
        figures.put("nodes", 1.0);
        figures.put("node_lost", 2.0);
        figures.put("node_recovery_seconds", Double.NaN);

        assertEquals(
                "{\"nodes\":[{\"name\":\"node a:1\",\"state\":\"at work\",\"executors\":2,\"columns\":3,\"filled\":40,"
                        + "\"out\":1.5,\"in\":2.5}],\"node_figures\":{\"nodes\":1.0,\"lost\":2.0}}",
                told(List.of(new NodeGauge("node a:1", "at work", 2, 3, 40, 1.5, 2.5)), figures));
    }

    @Test
    void shouldSayNothingWithoutNodes() throws IOException {
        assertEquals("{}", told(List.of(), Map.of("policy_loss", 0.5)));
    }
}
