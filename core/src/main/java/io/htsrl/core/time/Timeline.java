package io.htsrl.core.time;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Who did what when in one run: a {@link SpanRecorder} per thread. Threads are named by the one that wires the run, or
 * inside a swap. Anybody may ask which there are.
 */
public final class Timeline {
    private final int limit;
    private final long origin = System.nanoTime();
    private final Map<String, SpanRecorder> byName = new ConcurrentHashMap<>();
    private final List<SpanRecorder> recorders = new CopyOnWriteArrayList<>();

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
        return byName.computeIfAbsent(thread, this::added);
    }

    private SpanRecorder added(String thread) {
        SpanRecorder recorder = new SpanRecorder(thread, limit);
        recorders.add(recorder);
        return recorder;
    }

    /** Of all threads, in the order in which they were named first. */
    public List<SpanRecorder> recorders() {
        return List.copyOf(recorders);
    }

    /** When it was made, in {@link System#nanoTime}: no span begins before. */
    public long origin() {
        return origin;
    }
}
