package io.htsrl.core.time;

import io.htsrl.core.run.WaitMark;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Measures one thread's time by {@link Activity}; each lap is also a span of the thread's timeline. A thread with two
 * roles has two clocks, of which one runs at a time. Written by its thread alone; other threads read slightly old
 * values while it runs, and exact ones after it has ended or inside a swap. A lap costs one {@link System#nanoTime}.
 */
public final class RoleClock {
    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

    private final String role;
    private final SpanRecorder spans;
    private final WaitMark wait;
    private final long[] nanos = new long[Activity.values().length];
    private final long[] laps = new long[nanos.length];
    private long mark;

    /**
     * Starts the clock.
     *
     * @param role kind of worker, such as {@code executor}
     * @param spans of the thread
     */
    public RoleClock(String role, SpanRecorder spans) {
        this(role, spans, new WaitMark());
    }

    /** @param wait of the thread */
    public RoleClock(String role, SpanRecorder spans, WaitMark wait) {
        this.role = role;
        this.spans = spans;
        this.wait = wait;
        mark = System.nanoTime();
    }

    /** Discards the time up to now. */
    public void start() {
        wait.leave();
        mark = System.nanoTime();
    }

    /** Marks that the thread only waits for others of the run, until the next lap or start. */
    public void waits(Activity activity) {
        wait.enter(activity.label());
    }

    /** Assigns the following activities of the thread, under any of its clocks, to {@code interval}. */
    public void interval(long interval) {
        spans.interval(interval);
    }

    /** Adds the time since the last lap to {@code activity}. */
    public void lap(Activity activity) {
        lap(activity, 0);
    }

    /** @param argument number described by {@link Activity#argument} */
    public void lap(Activity activity, long argument) {
        wait.leave();
        long now = System.nanoTime();
        int index = activity.ordinal();
        LONGS.setOpaque(nanos, index, nanos[index] + now - mark);
        LONGS.setOpaque(laps, index, laps[index] + 1);
        spans.add(activity, mark, now, argument);
        mark = now;
    }

    public String role() {
        return role;
    }

    /** Returns the name of the thread. */
    public String thread() {
        return spans.thread();
    }

    /** Returns the time of {@code activity}. */
    public long nanos(Activity activity) {
        return (long) LONGS.getOpaque(nanos, activity.ordinal());
    }

    /** Returns the number of laps of {@code activity}. */
    public long laps(Activity activity) {
        return (long) LONGS.getOpaque(laps, activity.ordinal());
    }

    /** Returns the working time. */
    public long busyNanos() {
        return sum(false);
    }

    /** Returns the waiting time while the thread was active. */
    public long waitNanos() {
        return sum(true);
    }

    private long sum(boolean waiting) {
        long sum = 0;
        for (Activity activity : Activity.values()) {
            sum += activity.waiting() == waiting && activity != Activity.PARKED ? nanos(activity) : 0;
        }
        return sum;
    }
}
