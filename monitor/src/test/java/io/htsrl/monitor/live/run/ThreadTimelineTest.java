package io.htsrl.monitor.live.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.htsrl.core.time.Activity;
import io.htsrl.core.time.SpanRecorder;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThreadTimelineTest {
    private final SpanRecorder executor = new SpanRecorder("executor-0", ThreadTimeline.MOST);
    private final SpanRecorder learner = new SpanRecorder("learner", ThreadTimeline.MOST);

    private JsonNode strip(boolean banks) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        new ThreadTimeline(List.of(executor, learner), banks).write(json);
        return json;
    }

    /** Interval k from 100 k on: 80 of steps and 20 of waiting; the learner has 50 for the bank before, and swaps. */
    private void intervals(int count, int stepsOfInterval) {
        for (int k = 0; k < count; k++) {
            long begin = 100L * k;
            executor.interval(k);
            for (int i = 0; i < stepsOfInterval; i++) {
                executor.add(
                        Activity.STEP, begin + 80L * i / stepsOfInterval, begin + 80L * (i + 1) / stepsOfInterval, 1);
            }
            executor.add(Activity.WAIT_AT_BARRIER, begin + 80, begin + 100, 0);
            learner.interval(k);
            if (k > 0) {
                learner.add(Activity.LEARN, begin, begin + 50, k - 1);
            }
            learner.add(Activity.WAIT_AT_BARRIER, begin + 50, begin + 99, 0);
            learner.add(Activity.SWAP, begin + 99, begin + 100, 0);
        }
    }

    private static JsonNode row(JsonNode strip, String name) {
        for (JsonNode row : strip.path("threads")) {
            if (row.path("name").asText().equals(name)) {
                return row.path("spans");
            }
        }
        throw new AssertionError("no row " + name + " in " + strip);
    }

    @Test
    void shouldShowBothBanksAndTheOverlap() {
        intervals(10, 4);
        JsonNode strip = strip(true);

        assertEquals(400, strip.path("to").asLong(), "the last four intervals, from 600 on");
        assertEquals(
                "[[0,0,80,\"fill 6\"],[0,200,280,\"fill 8\"],[10,100,150,\"learn 6\"],[10,300,350,\"learn 8\"]]",
                row(strip, "bank 0").toString());
        assertEquals(
                "[[0,100,180,\"fill 7\"],[0,300,380,\"fill 9\"],[10,0,50,\"learn 5\"],[10,200,250,\"learn 7\"]]",
                row(strip, "bank 1").toString());
        assertEquals("[[7,100],[8,200],[9,300],[10,400]]", strip.path("swaps").toString());
    }

    @Test
    void shouldDrawManySpansAsWhatTheThreadDidMost() {
        intervals(4, 500);
        JsonNode bars = row(strip(false), "executor-0");

        assertTrue(bars.size() < 20, bars.size() + " bars");
        assertEquals(Activity.STEP.ordinal(), bars.get(0).get(0).asInt());
        assertEquals(Activity.WAIT_AT_BARRIER.ordinal(), bars.get(1).get(0).asInt());
        assertTrue(Math.abs(bars.get(0).get(2).asLong() - 80) < 4, bars.toString());
    }

    @Test
    void shouldBeginWhereAllThreadsAreKnown() {
        intervals(10, 1000); // the executor's ring has two intervals of it
        JsonNode strip = strip(true);

        assertTrue(strip.path("to").asLong() <= 230, strip.path("to").toString());
    }

    @Test
    void shouldBeEmptyWhereNothingWasRecorded() {
        assertTrue(new ThreadTimeline(List.of(executor, learner), true).isEmpty());
    }
}
