package io.htsrl.cli.rundir;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.core.time.Activity;
import io.htsrl.core.time.SpanRecorder;
import io.htsrl.core.time.Timeline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes a {@link Timeline} in the Chrome trace event format, which Perfetto and chrome://tracing show: a row per
 * thread, a complete event ({@code "ph": "X"}) per span, times in microseconds since the timeline was made. Streamed,
 * whole or not at all. One thread, after the run's threads have ended.
 *
 * <p>Source: <i>Trace Event Format</i>, Google, JSON object format.
 */
public final class TraceFile {
    private static final ObjectMapper JSON =
            new ObjectMapper().setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);
    private static final int PROCESS = 1;

    private final JsonGenerator json;
    private final Timeline timeline;

    private TraceFile(JsonGenerator json, Timeline timeline) {
        this.json = json;
        this.timeline = timeline;
    }

    /** An event, with the format's names; null is left out. */
    private record Event(
            String name,
            String ph,
            int pid,
            int tid,
            String s,
            String cat,
            BigDecimal ts,
            BigDecimal dur,
            Map<String, ?> args) {}

    /**
     * Writes the file over an existing one; makes its folder.
     *
     * @param about description of the run, for {@code otherData} and the process's name
     * @throws RunDirectoryException when it cannot be written; then no part of it is left
     */
    public static void write(Path file, Timeline timeline, Map<String, String> about) {
        Path target = file.toAbsolutePath();
        Path draft = target.resolveSibling("." + target.getFileName());
        draft.toFile().delete(); // which may be a link to another file
        try {
            Files.createDirectories(target.getParent());
            try (JsonGenerator json = JSON.createGenerator(draft.toFile(), JsonEncoding.UTF8)) {
                new TraceFile(json, timeline).write(about);
            }
            Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            draft.toFile().delete(); // no viewer opens half a file
            throw new RunDirectoryException(file, e);
        } catch (UncheckedIOException e) {
            draft.toFile().delete();
            throw new RunDirectoryException(file, e.getCause());
        }
    }

    private void write(Map<String, String> about) throws IOException {
        Map<String, Long> dropped = new LinkedHashMap<>();
        timeline.recorders().forEach(recorder -> dropped.put(recorder.thread(), recorder.dropped()));
        Map<String, Object> otherData = new LinkedHashMap<>(about);
        otherData.put("dropped_spans", dropped);
        json.writeStartObject();
        json.writeStringField("displayTimeUnit", "ns");
        json.writePOJOField("otherData", otherData);
        json.writeArrayFieldStart("traceEvents");
        metadata("process_name", 0, Map.of("name", "hts-rl " + String.join(" ", about.values())));
        int thread = 0;
        for (SpanRecorder recorder : timeline.recorders()) {
            thread(recorder, ++thread);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void thread(SpanRecorder recorder, int thread) throws IOException {
        metadata("thread_name", thread, Map.of("name", recorder.thread()));
        metadata("thread_sort_index", thread, Map.of("sort_index", thread));
        if (recorder.dropped() > 0) { // a mark at the beginning, so that the viewer shows that spans are missing
            String text = recorder.dropped() + " first spans dropped (--trace-limit)";
            write(new Event(text, "i", PROCESS, thread, "t", null, BigDecimal.ZERO, null, null));
        }
        recorder.forEach((activity, begin, end, argument, interval) -> {
            String category = activity.waiting() ? "wait" : "work";
            BigDecimal time = micros(begin - timeline.origin());
            BigDecimal duration = micros(end - begin);
            Map<String, Long> arguments = arguments(activity, argument, interval);
            try {
                write(new Event(activity.label(), "X", PROCESS, thread, null, category, time, duration, arguments));
            } catch (IOException e) {
                throw new UncheckedIOException(e); // a visitor cannot throw the checked exception
            }
        });
    }

    private static Map<String, Long> arguments(Activity activity, long argument, long interval) {
        Map<String, Long> arguments = new LinkedHashMap<>();
        if (interval >= 0) {
            arguments.put("interval", interval);
        }
        if (activity.argument() != null) {
            arguments.put(activity.argument(), argument);
        }
        return arguments;
    }

    private void metadata(String what, int thread, Map<String, ?> arguments) throws IOException {
        write(new Event(what, "M", PROCESS, thread, null, null, null, null, arguments));
    }

    private void write(Event event) throws IOException {
        json.writeRaw('\n'); // a line per event, for people and grep
        json.writePOJO(event);
    }

    /** Returns nanoseconds as microseconds, exactly. */
    private static BigDecimal micros(long nanos) {
        return BigDecimal.valueOf(nanos, 3);
    }
}
