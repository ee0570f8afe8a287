package io.htsrl.cli.rundir;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.htsrl.cli.rundir.files.RunDirectoryException;
import io.htsrl.core.time.Activity;
import io.htsrl.core.time.SpanRecorder;
import io.htsrl.core.time.Timeline;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;

/**
 * Writes a {@link Timeline} in the Chrome trace event format, which Perfetto and chrome://tracing show: a row per
 * thread, a complete event ({@code "ph": "X"}) per span, times in microseconds since the timeline was made. Streamed,
 * whole or not at all. One thread, when those of the run have ended.
 *
 * <p>Source: <i>Trace Event Format</i>, Google, JSON object format.
 */
public final class TraceFile {
    private static final int PROCESS = 1;

    private final JsonGenerator json;
    private final Timeline timeline;

    private TraceFile(JsonGenerator json, Timeline timeline) {
        this.json = json;
        this.timeline = timeline;
    }

    /**
     * Writes the file, in place of one that is there; makes its folder.
     *
     * @param about what the run was, told in {@code otherData} and in the process's name
     * @throws RunDirectoryException when it cannot be written; then there is no half of it
     */
    public static void write(Path file, Timeline timeline, Map<String, String> about) {
        Path target = file.toAbsolutePath();
        Path draft = target.resolveSibling("." + target.getFileName());
        try {
            Files.createDirectories(target.getParent());
            try (JsonGenerator json =
                    new JsonFactory().createGenerator(new BufferedOutputStream(Files.newOutputStream(draft)))) {
                new TraceFile(json, timeline).write(about);
            }
            Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            draft.toFile().delete(); // half a file opens nowhere
            throw new RunDirectoryException(file, e);
        } catch (UncheckedIOException e) {
            draft.toFile().delete();
            throw new RunDirectoryException(file, e.getCause());
        }
    }

    private void write(Map<String, String> about) throws IOException {
        json.writeStartObject();
        json.writeStringField("displayTimeUnit", "ns");
        json.writeObjectFieldStart("otherData");
        for (Map.Entry<String, String> entry : about.entrySet()) {
            json.writeStringField(entry.getKey(), entry.getValue());
        }
        json.writeObjectFieldStart("dropped_spans");
        for (SpanRecorder recorder : timeline.recorders()) {
            json.writeNumberField(recorder.thread(), recorder.dropped());
        }
        json.writeEndObject();
        json.writeEndObject();
        json.writeArrayFieldStart("traceEvents");
        name("process_name", 0, "hts-rl " + String.join(" ", about.values()));
        int thread = 0;
        for (SpanRecorder recorder : timeline.recorders()) {
            thread(recorder, ++thread);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void thread(SpanRecorder recorder, int thread) throws IOException {
        name("thread_name", thread, recorder.thread());
        begin("thread_sort_index", "M", thread);
        json.writeObjectFieldStart("args");
        json.writeNumberField("sort_index", thread);
        json.writeEndObject();
        json.writeEndObject();
        if (recorder.dropped() > 0) {
            dropped(recorder, thread);
        }
        recorder.forEach((activity, begin, end, argument, interval) -> {
            try {
                span(thread, activity, begin, end);
                arguments(activity, argument, interval);
            } catch (IOException e) {
                throw new UncheckedIOException(e); // a visitor cannot throw it as it is
            }
        });
    }

    /** A mark at the beginning, so that the viewer tells of what is not there. */
    private void dropped(SpanRecorder recorder, int thread) throws IOException {
        begin(recorder.dropped() + " first spans dropped (--trace-limit)", "i", thread);
        json.writeStringField("s", "t");
        json.writeNumberField("ts", 0);
        json.writeEndObject();
    }

    private void span(int thread, Activity activity, long begin, long end) throws IOException {
        begin(activity.label(), "X", thread);
        json.writeStringField("cat", activity.waiting() ? "wait" : "work");
        json.writeFieldName("ts");
        json.writeNumber(micros(begin - timeline.origin()));
        json.writeFieldName("dur");
        json.writeNumber(micros(end - begin));
    }

    private void arguments(Activity activity, long argument, long interval) throws IOException {
        json.writeObjectFieldStart("args");
        if (interval >= 0) {
            json.writeNumberField("interval", interval);
        }
        if (activity.argument() != null) {
            json.writeNumberField(activity.argument(), argument);
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    private void name(String what, int thread, String name) throws IOException {
        begin(what, "M", thread);
        json.writeObjectFieldStart("args");
        json.writeStringField("name", name);
        json.writeEndObject();
        json.writeEndObject();
    }

    private void begin(String name, String phase, int thread) throws IOException {
        json.writeRaw('\n'); // a line per event, for people and grep
        json.writeStartObject();
        json.writeStringField("name", name);
        json.writeStringField("ph", phase);
        json.writeNumberField("pid", PROCESS);
        json.writeNumberField("tid", thread);
    }

    /** Nanoseconds as microseconds, exactly. */
    private static String micros(long nanos) {
        long rest = nanos % 1000;
        return nanos / 1000 + (rest < 10 ? ".00" : rest < 100 ? ".0" : ".") + rest;
    }
}
