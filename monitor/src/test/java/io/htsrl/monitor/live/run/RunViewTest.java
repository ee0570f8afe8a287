package io.htsrl.monitor.live.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.htsrl.core.time.Activity;
import io.htsrl.core.time.SpanRecorder;
import io.htsrl.trainer.logging.RunContext;
import io.htsrl.trainer.logging.RunHandle;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.RunMetrics;
import io.htsrl.trainer.report.TimeUse;
import io.htsrl.trainer.report.TimeUse.Role;
import io.htsrl.trainer.rollouts.Rollouts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunViewTest {

    private static String told(List<Rollouts.NodeGauge> nodes, Map<String, Double> metrics) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        RunView.writeNodes(nodes, json);
        RunView.writeNodes(new IntervalReport(3, 64, 0.5, 2, 9, 1, metrics, "00"), json);
        return json.toString();
    }

    @Test
    void shouldTellOfEachNodeAndOfAll() {
        Map<String, Double> metrics = new LinkedHashMap<>();
        metrics.put("policy_loss", 0.5);
        metrics.put("nodes", 1.0);
        metrics.put("node_lost", 2.0);
        metrics.put("node_recovery_seconds", Double.NaN);

        assertEquals(
                "{\"nodes\":[{\"name\":\"node a:1\",\"state\":\"at work\",\"executors\":2,\"columns\":3,\"filled\":40,"
                        + "\"out\":1.5,\"in\":2.5}],\"node_figures\":{\"nodes\":1.0,\"lost\":2.0}}",
                told(List.of(new Rollouts.NodeGauge("node a:1", "at work", 2, 3, 40, 1.5, 2.5)), metrics));
    }

    @Test
    void shouldSayNothingWithoutNodes() {
        assertEquals("{}", told(List.of(), Map.of("policy_loss", 0.5)));
    }

    private final SpanRecorder worker = new SpanRecorder("worker-0", 8);
    private final SortedMap<String, Role> roles = new TreeMap<>();

    private RunView view(String schedule) {
        RunMetrics metrics = new StubMetrics() {
            @Override
            public TimeUse timeUse() {
                return new TimeUse(roles, 0, new TreeMap<>());
            }

            @Override
            public List<SpanRecorder> spans() {
                return List.of(worker);
            }

            @Override
            public int replicas() {
                return 0;
            }
        };
        RunHandle handle = new RunHandle() {
            @Override
            public Optional<RunMetrics> metrics() {
                return Optional.of(metrics);
            }
        };
        return new RunView(new RunContext(
                Optional.empty(), "a2c", "CartPole-v1", 1, 0, 0, 64, Map.of("schedule", schedule), handle, null));
    }

    private static JsonNode written(RunView view) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        view.write(json);
        return json;
    }

    @Test
    void shouldCountTheTimeOfARoleFromItsFirstSample() {
        RunView view = view("hts");
        written(view);
        roles.put("learner", new Role(1, 2, 1, 4, 1));

        assertEquals(
                "[{\"role\":\"learner\",\"threads\":1,\"busy\":0.25,\"barrier\":0.25}]",
                written(view).path("roles").toString());
    }

    @ParameterizedTest
    @CsvSource({"hts, bank 0", "async, worker-0", "a3c, worker-0"})
    void shouldShowBanksWhereTheyAreSwapped(String schedule, String firstRow) {
        worker.add(Activity.STEP, 10, 20, 1);

        assertEquals(
                firstRow, written(view(schedule)).at("/strip/threads/0/name").asText());
    }
}
