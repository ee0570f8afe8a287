package io.htsrl.replay;

import io.htsrl.core.state.Stateful;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Keeps the sample-to-insert ratio exactly: {@code updates} updates for every {@code steps} steps, whatever the sizes
 * of the intervals; the remainder is carried over. After any sequence of intervals with {@code s} steps in all,
 * {@code floor(s * updates / steps)} updates have been due. One thread.
 */
public final class RatioSchedule implements Stateful {
    private final long updates;
    private final long steps;
    private long carried;

    /** Creates a schedule for a ratio. */
    public RatioSchedule(Ratio ratio) {
        this(ratio.updates(), ratio.steps());
    }

    /**
     * @param updates at least 0; 0 for never
     * @param steps at least 1
     */
    public RatioSchedule(long updates, long steps) {
        if (updates < 0 || steps < 1) {
            throw new IllegalArgumentException(
                    updates + " updates per " + steps + " steps: need at least 0 updates per at least 1 step");
        }
        this.updates = updates;
        this.steps = steps;
    }

    /** Returns the number of updates that are due after {@code inserted} more steps. */
    public int due(int inserted) {
        if (inserted < 0) {
            throw new IllegalArgumentException(inserted + " steps inserted: must not be negative");
        }
        long credit = Math.addExact(carried, Math.multiplyExact((long) inserted, updates));
        carried = credit % steps;
        return Math.toIntExact(credit / steps);
    }

    @Override
    public void save(DataOutput out) throws IOException {
        out.writeLong(carried);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        carried = in.readLong();
    }
}
