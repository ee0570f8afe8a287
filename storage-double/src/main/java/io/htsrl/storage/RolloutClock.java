package io.htsrl.storage;

import io.htsrl.core.Bulk;
import io.htsrl.core.Stateful;
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
    private long interval;
    private boolean finished;

    /** @param intervals how many to roll out, unless the run is stopped before */
    public RolloutClock(long intervals) {
        this.intervals = intervals;
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
        Bulk.expect(intervals, "intervals", in);
        interval = in.readLong();
        finished = interval == intervals;
    }
}
