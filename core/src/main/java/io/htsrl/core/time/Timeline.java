package io.htsrl.core.time;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Who did what when in one run: a {@link SpanRecorder} per thread. Threads are named by the one that wires the run, or
 * inside a swap; read when all have ended.
 */
public final class Timeline {
    private final int limit;
    private final long origin = System.nanoTime();
    private final Map<String, SpanRecorder> recorders = new LinkedHashMap<>();

    /** @param limit the most spans of each thread that are kept, the newest; 0 to record none */
    public Timeline(int limit) {
        this.limit = limit;
    }

    /** Records nothing. */
    public static Timeline off() {
        return new Timeline(0);
    }

    /** Where the thread of that name records; one and the same for all that share the thread. */
    public SpanRecorder of(String thread) {
        return recorders.computeIfAbsent(thread, name -> new SpanRecorder(name, limit));
    }

    /** Of all threads, in the order in which they were named first. */
    public List<SpanRecorder> recorders() {
        return new ArrayList<>(recorders.values());
    }

    /** When it was made, in {@link System#nanoTime}: no span begins before. */
    public long origin() {
        return origin;
    }
}
