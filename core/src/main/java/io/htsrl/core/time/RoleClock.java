package io.htsrl.core.time;

import io.htsrl.core.run.WaitMark;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Where one thread's time goes, by {@link Activity}; each lap is a span of the thread's timeline too. A thread with two
 * roles has two clocks, of which one runs at a time. Written by its thread alone; what is read by others while it
 * runs is a little late, and exact after it has ended, or inside a swap. A lap costs one {@link System#nanoTime}.
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
     * Starts at once.
     *
     * @param role  the kind of worker whose time this is, such as {@code executor}
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

    /** Forgets the time up to now. */
    public void start() {
        wait.leave();
        mark = System.nanoTime();
    }

    /** From here to the next lap or start the thread waits for others of the run, and does nothing else. */
    public void waits(Activity activity) {
        wait.enter(activity.label());
    }

    /** What the thread does from here on, under any of its clocks, belongs to {@code interval}. */
    public void interval(long interval) {
        spans.interval(interval);
    }

    /** The time since the last lap went into {@code activity}. */
    public void lap(Activity activity) {
        lap(activity, 0);
    }

    /** @param argument what {@link Activity#argument} says */
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

    /** The name of the thread. */
    public String thread() {
        return spans.thread();
    }

    /** Time that went into {@code activity}. */
    public long nanos(Activity activity) {
        return (long) LONGS.getOpaque(nanos, activity.ordinal());
    }

    /** How often {@code activity} was done. */
    public long laps(Activity activity) {
        return (long) LONGS.getOpaque(laps, activity.ordinal());
    }

    /** Time that went into work. */
    public long busyNanos() {
        return sum(false);
    }

    /** Time that went into waiting, while the thread was needed. */
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
