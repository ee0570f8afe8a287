package io.htsrl.core.time;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The activities of all threads of one run: a {@link SpanRecorder} per thread. Threads are named by the code that wires
 * the run, or inside a swap. Any thread may list them.
 */
public final class Timeline {
    private final int limit;
    private final long origin = System.nanoTime();
    private final Map<String, SpanRecorder> byName = new ConcurrentHashMap<>();
    private final List<SpanRecorder> recorders = new CopyOnWriteArrayList<>();

    /** @param limit maximum number of kept spans of each thread, the newest; 0 to record none */
    public Timeline(int limit) {
        this.limit = limit;
    }

    /** Returns a timeline that records nothing. */
    public static Timeline off() {
        return new Timeline(0);
    }

    /** Returns the recorder of the thread of that name; roles that share a thread share the recorder. */
    public SpanRecorder of(String thread) {
        return byName.computeIfAbsent(thread, this::added);
    }

    private SpanRecorder added(String thread) {
        SpanRecorder recorder = new SpanRecorder(thread, limit);
        recorders.add(recorder);
        return recorder;
    }

    /** Returns the recorders of all threads, in the order in which they were first named. */
    public List<SpanRecorder> recorders() {
        return List.copyOf(recorders);
    }

    /** Returns the time of its construction, in {@link System#nanoTime}: no span begins before. */
    public long origin() {
        return origin;
    }
}
