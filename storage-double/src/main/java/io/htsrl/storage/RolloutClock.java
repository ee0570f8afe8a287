package io.htsrl.storage;

import io.htsrl.core.state.Stateful;
import io.htsrl.core.time.AnnealingHorizon;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Which interval is being rolled out, and whether another one follows. Advanced inside the swap alone, which orders
 * its plain fields between all parties; without a barrier it counts updates, for the learner's thread alone. A stop is
 * no part of its saved state: a stopped run that is resumed goes on.
 */
public final class RolloutClock implements Stateful {
    private final long intervals;
    private final AnnealingHorizon horizon;
    private final boolean decides;
    private long interval;
    private boolean finished;

    /** @param intervals how many to roll out, unless the run is stopped before */
    public RolloutClock(long intervals) {
        this(AnnealingHorizon.of(intervals), true);
    }

    /**
     * A clock of a run that may have been given more on its way.
     *
     * @param horizon intervals to roll out, as planned in each of them
     * @param decides whether what was planned decides bits: a state that was saved under another plan is refused then
     */
    public RolloutClock(AnnealingHorizon horizon, boolean decides) {
        this.intervals = horizon.planned();
        this.horizon = horizon;
        this.decides = decides;
        this.finished = intervals == 0;
    }

    /** Ends the current interval; {@code stop} makes it the last. */
    public void advance(boolean stop) {
        interval++;
        finished = stop || interval == intervals;
    }

    /** The interval being rolled out, from 0; when {@link #finished}, how many there were. */
    public long interval() {
        return interval;
    }

    public boolean finished() {
        return finished;
    }

    /** How many were planned. */
    public long intervals() {
        return intervals;
    }

    @Override
    public void save(DataOutput out) throws IOException {
        out.writeLong(intervals);
        out.writeLong(interval);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        long planned = in.readLong();
        interval = in.readLong();
        if (decides && planned != horizon.before(interval)) {
            throw new IOException(
                    "it is the state of " + planned + " intervals, and here there are " + horizon.before(interval));
        }
        if (interval > intervals) {
            throw new IOException("it is the state after " + interval + " intervals, and here there are " + intervals);
        }
        finished = interval == intervals;
    }
}
