package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads a trace back, and refuses what the trace event format does not allow. */
record Trace(List<Span> spans) {
    private static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    /** A complete event; times in nanoseconds. */
    record Span(String thread, String name, long begin, long end, JsonNode arguments) {

        /** Which of a run's roles it is part of. */
        String role() {
            if (name.equals("forward") || name.equals("wait for states")) {
                return "actor";
            }
            boolean rollout = thread.startsWith("executor") || name.equals("rollout");
            return rollout ? "executor" : "learner";
        }

        long interval() {
            return arguments.get("interval").asLong();
        }

        boolean overlaps(Span other) {
            return begin < other.end && other.begin < end;
        }
    }

    static Trace read(Path file) throws IOException {
        Map<Integer, String> threads = new HashMap<>();
        List<Span> spans = new ArrayList<>();
        for (JsonNode event : JSON.readTree(file.toFile()).get("traceEvents")) {
            assertEquals(1, event.get("pid").intValue());
            if (event.get("name").asText().equals("thread_name")) {
                threads.put(
                        event.get("tid").intValue(),
                        event.get("args").get("name").asText());
            } else if (event.get("ph").asText().equals("X")) {
                spans.add(span(threads.get(event.get("tid").intValue()), event));
            } else {
                assertEquals("M", event.get("ph").asText());
            }
        }
        return new Trace(spans);
    }

    private static Span span(String thread, JsonNode event) {
        long begin = nanos(event.get("ts"));
        return new Span(thread, event.get("name").asText(), begin, begin + nanos(event.get("dur")), event.get("args"));
    }

    private static long nanos(JsonNode micros) {
        assertTrue(micros.isNumber() && micros.decimalValue().signum() >= 0, micros::toString);
        return micros.decimalValue().movePointRight(3).longValueExact();
    }

    Stream<Span> named(String name) {
        return spans.stream().filter(span -> span.name().equals(name));
    }

    /** The sum of an argument over the spans of a name. */
    long sum(String name, String argument) {
        return named(name)
                .mapToLong(span -> span.arguments().get(argument).asLong())
                .sum();
    }

    double seconds(String role) {
        return spans.stream()
                        .filter(span -> span.role().equals(role))
                        .mapToLong(span -> span.end() - span.begin())
                        .sum()
                / 1e9;
    }
}
