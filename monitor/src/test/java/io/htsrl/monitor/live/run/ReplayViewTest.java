package io.htsrl.monitor.live.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.htsrl.trainer.report.IntervalReport;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReplayViewTest {

    private static JsonNode told(ReplayView replay, long timesteps) {
        return told(replay, timesteps, Map.of());
    }

    private static JsonNode told(ReplayView replay, long timesteps, Map<String, Double> losses) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        replay.write(new IntervalReport(3, timesteps, 0.5, 2, 9, 1, losses, "00"), json);
        return json;
    }

    @Test
    void shouldTellHowFullAndHowOldItIs() {
        JsonNode half = told(new ReplayView(10_000), 5000).path("replay");

        assertEquals(0.5, half.path("filled").path("share").asDouble());
        assertEquals("5,000 steps ago", half.path("oldest").path("text").asText());
        assertEquals(
                "10,000 steps ago",
                told(new ReplayView(10_000), 70_000)
                        .path("replay")
                        .path("oldest")
                        .path("text")
                        .asText());
    }

    @Test
    void shouldTellTheSpreadOfThePriorities() {
        ReplayView replay = new ReplayView(10_000);
        replay.sampled(IntStream.rangeClosed(1, 100).mapToDouble(i -> 101 - i).toArray());
        JsonNode told = told(replay, 5000).path("replay");

        assertEquals("11.0", told.path("priority_lower_tenth").path("text").asText());
        assertEquals("51.0", told.path("priority_median").path("text").asText());
        assertEquals("90.0", told.path("priority_upper_tenth").path("text").asText());
        assertEquals(1, told.path("priority_greatest").path("share").asDouble());
    }

    @Test
    void shouldTellWhatWasDrawn() {
        Map<String, Double> losses = Map.of(
                "sample_age_p50",
                1250.0,
                "sample_age_p90",
                4000.0,
                "share_drawn",
                0.25,
                "effective_sample_size",
                41.52);
        JsonNode told = told(new ReplayView(10_000), 5000, losses).path("replay");

        assertEquals(0.25, told.path("drawn_age_median").path("share").asDouble());
        assertEquals(
                "4,000 steps ago",
                told.path("drawn_age_upper_tenth").path("text").asText());
        assertEquals("25 % of it", told.path("learnt_from").path("text").asText());
        assertEquals(
                "41.5 transitions", told.path("effective_batch").path("text").asText());
    }

    @Test
    void shouldTellNothingOfARunWithoutOne() {
        assertEquals("{}", told(new ReplayView(0), 5000).toString());
    }
}
