package io.htsrl.monitor.tensorboard;

import java.time.Instant;

/** The times of a run's events, in seconds since 1970. One thread. */
final class WallClock {
    private static final double MILLIS = 1000;

    private final boolean live;
    private double begin = Double.NaN; // by the run's own clock
    private double seconds;

    private WallClock(boolean live) {
        this.live = live;
    }

    /** Creates the clock of a run in progress. */
    static WallClock live() {
        return new WallClock(true);
    }

    /** Creates the clock of a recorded run with that start. */
    static WallClock recorded(Instant started) {
        WallClock clock = new WallClock(false);
        clock.begin = started.toEpochMilli() / MILLIS;
        return clock;
    }

    private static double now() {
        return System.currentTimeMillis() / MILLIS;
    }

    /** Returns the current time, or the time that a recorded run has reached. */
    double time() {
        return live ? now() : begin + seconds;
    }

    /**
     * Moves to a time of the run. Events that are reported together keep their distances; if the first was reported
     * late, none is moved into the future.
     */
    double moveTo(double wallSeconds) {
        if (Double.isNaN(begin)) {
            begin = now() - wallSeconds;
        }
        seconds = wallSeconds;
        return live ? Math.min(begin + seconds, now()) : begin + seconds;
    }
}
