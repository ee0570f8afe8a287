package io.htsrl.core;

/**
 * Where one thread's time goes: useful work against waiting. Written by its owner alone; read by others after the
 * owner has ended, or inside a swap. A lap costs one {@link System#nanoTime}.
 */
public final class RoleClock {
    private final String role;
    private long busyNanos;
    private long waitNanos;
    private long mark;

    public RoleClock(String role) {
        this.role = role;
        mark = System.nanoTime();
    }

    /** Forgets the time up to now. */
    public void start() {
        mark = System.nanoTime();
    }

    /** The time since the last mark was work. */
    public void worked() {
        long now = System.nanoTime();
        busyNanos += now - mark;
        mark = now;
    }

    /** The time since the last mark was waiting. */
    public void waited() {
        long now = System.nanoTime();
        waitNanos += now - mark;
        mark = now;
    }

    /** The kind of worker whose time this is, such as {@code executor}. */
    public String role() {
        return role;
    }

    public long busyNanos() {
        return busyNanos;
    }

    public long waitNanos() {
        return waitNanos;
    }
}
