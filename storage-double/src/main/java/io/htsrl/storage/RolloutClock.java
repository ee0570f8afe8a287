package io.htsrl.storage;

import io.htsrl.core.state.Stateful;
import io.htsrl.core.time.AnnealingHorizon;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The interval being rolled out, and whether another one follows. Advanced only inside the swap, which orders its plain
 * fields between all parties; without a barrier it counts updates, for the learner's thread alone. A stop is not part
 * of its saved state: a stopped run can be resumed.
 */
public final class RolloutClock implements Stateful {
    private final long intervals;
    private final AnnealingHorizon horizon;
    private final boolean decides;
    private final long last;
    private long interval;
    private boolean finished;

    /** @param intervals number of intervals, unless the run is stopped earlier */
    public RolloutClock(long intervals) {
        this(AnnealingHorizon.of(intervals), true, intervals);
    }

    /**
     * Creates the clock of a run whose plan may have been extended.
     *
     * @param horizon number of intervals, as planned at each of them
     * @param decides whether the plan decides bits: then a state saved under another plan is refused
     * @param last number of intervals after which the run stops, if that is before its planned end
     */
    public RolloutClock(AnnealingHorizon horizon, boolean decides, long last) {
        this.intervals = horizon.planned();
        this.horizon = horizon;
        this.decides = decides;
        this.last = Math.min(last, intervals);
        this.finished = intervals == 0;
    }

    /** Ends the current interval; {@code stop} makes it the last. */
    public void advance(boolean stop) {
        interval++;
        finished = stop || interval >= last;
    }

    /** Returns the interval being rolled out, from 0; when {@link #finished}, their number. */
    public long interval() {
        return interval;
    }

    public boolean finished() {
        return finished;
    }

    /** Returns the number of planned intervals. */
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
            throw new IOException("it is the state of " + planned + " intervals, not of " + horizon.before(interval));
        }
        if (interval > intervals) {
            throw new IOException("it is the state after " + interval + " intervals, and this run has " + intervals);
        }
        finished = interval >= last;
    }
}
