package io.htsrl.monitor.tensorboard;

import java.time.Instant;

/** When what is told of a run happened, in seconds since 1970. One thread. */
final class WallClock {
    private static final double MILLIS = 1000;

    private final boolean live;
    private double begin = Double.NaN; // of the run's own clock
    private double seconds;

    private WallClock(boolean live) {
        this.live = live;
    }

    /** Of a run that is told of as it goes. */
    static WallClock live() {
        return new WallClock(true);
    }

    /** Of one that began then. */
    static WallClock recorded(Instant started) {
        WallClock clock = new WallClock(false);
        clock.begin = started.toEpochMilli() / MILLIS;
        return clock;
    }

    private static double now() {
        return System.currentTimeMillis() / MILLIS;
    }

    /** Now, or where a recorded run has come to. */
    double time() {
        return live ? now() : begin + seconds;
    }

    /**
     * The run has come so far: whatever is told in one go keeps its distances, but what was heard late first moves
     * nothing into the future.
     */
    double moveTo(double wallSeconds) {
        if (Double.isNaN(begin)) {
            begin = now() - wallSeconds;
        }
        seconds = wallSeconds;
        return live ? Math.min(begin + seconds, now()) : begin + seconds;
    }
}
