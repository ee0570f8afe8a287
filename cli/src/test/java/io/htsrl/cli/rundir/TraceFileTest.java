package io.htsrl.cli.rundir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.core.time.Activity;
import io.htsrl.core.time.Timeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceFileTest {
    @TempDir
    Path folder;

    private JsonNode written(Timeline timeline) throws IOException {
        Path file = folder.resolve("new/trace.json");
        TraceFile.write(file, timeline, Map.of("env", "Car\"t"));
        assertEquals(1, file.getParent().toFile().list().length);
        return new ObjectMapper().readTree(file.toFile());
    }

    private static List<JsonNode> events(JsonNode trace, String phase) {
        List<JsonNode> events = new ArrayList<>();
        trace.get("traceEvents").forEach(event -> {
            if (event.get("ph").asText().equals(phase)) {
                events.add(event);
            }
        });
        return events;
    }

    @Test
    void shouldWriteASpanAsACompleteEvent() throws IOException {
        Timeline timeline = new Timeline(10);
        timeline.of("executor-0").add(Activity.STEP, timeline.origin() + 1_002_003, timeline.origin() + 1_004_053, 16);
        timeline.of("learner").interval(7);
        timeline.of("learner").add(Activity.WAIT_AT_BARRIER, timeline.origin(), timeline.origin() + 999, 0);
        String text = Files.readString(writtenFile(timeline));

        assertTrue(
                text.contains("{\"name\":\"step\",\"ph\":\"X\",\"pid\":1,\"tid\":1,\"cat\":\"work\","
                        + "\"ts\":1002.003,\"dur\":2.050,\"args\":{\"steps\":16}}"),
                text);
        assertTrue(
                text.contains("{\"name\":\"wait at barrier\",\"ph\":\"X\",\"pid\":1,\"tid\":2,\"cat\":\"wait\","
                        + "\"ts\":0.000,\"dur\":0.999,\"args\":{\"interval\":7}}"),
                text);
    }

    private Path writtenFile(Timeline timeline) throws IOException {
        written(timeline);
        return folder.resolve("new/trace.json");
    }

    @Test
    void shouldNameTheRowsInTheirOrder() throws IOException {
        Timeline timeline = new Timeline(10);
        List.of("executor-0", "actor-0", "learner").forEach(timeline::of);
        List<JsonNode> names = events(written(timeline), "M");

        assertEquals("hts-rl Car\"t", names.get(0).get("args").get("name").asText());
        for (int thread = 1; thread <= 3; thread++) {
            assertEquals("thread_name", names.get(2 * thread - 1).get("name").asText());
            assertEquals(thread, names.get(2 * thread - 1).get("tid").asInt());
            assertEquals("thread_sort_index", names.get(2 * thread).get("name").asText());
            assertEquals(
                    thread, names.get(2 * thread).get("args").get("sort_index").asInt());
        }
        assertEquals("actor-0", names.get(3).get("args").get("name").asText());
    }

    @Test
    void shouldSayWhatWasDropped() throws IOException {
        Timeline timeline = new Timeline(2);
        for (int i = 0; i < 5; i++) {
            timeline.of("executor-0").add(Activity.STEP, timeline.origin() + i, timeline.origin() + i + 1, i);
        }
        timeline.of("learner");
        JsonNode trace = written(timeline);

        assertEquals(
                3, trace.get("otherData").get("dropped_spans").get("executor-0").asInt());
        assertEquals(
                0, trace.get("otherData").get("dropped_spans").get("learner").asInt());
        assertEquals(2, events(trace, "X").size());
        assertEquals(
                List.of("3 first spans dropped (--trace-limit)"),
                events(trace, "i").stream()
                        .map(event -> event.get("name").asText())
                        .toList());
    }

    @Test
    void shouldLeaveNoHalfFile() throws IOException {
        Path inTheWay =
                Files.createDirectories(folder.resolve("trace.json/inside")).getParent();

        assertThrows(RunDirectoryException.class, () -> TraceFile.write(inTheWay, new Timeline(1), Map.of()));
        assertFalse(Files.exists(folder.resolve(".trace.json")));
    }
}
