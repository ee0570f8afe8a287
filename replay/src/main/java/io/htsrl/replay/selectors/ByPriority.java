package io.htsrl.replay.selectors;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Chooses by priority; of equal ones the item that was inserted or updated longest ago, which is Reverb's rule. The
 * thread rule is {@link Selector}'s.
 */
abstract class ByPriority extends Ordered {
    private final int sign;
    private long changes;

    /** @param sign 1 for the least priority, -1 for the greatest */
    ByPriority(int capacity, int sign) {
        super(capacity);
        this.sign = sign;
    }

    @Override
    public final void insert(int item, long number, long priority) {
        insertAt(item, sign * priority, changes);
        changes++;
    }

    @Override
    public final void update(int item, long priority) {
        moveTo(item, sign * priority, changes);
        changes++;
    }

    @Override
    public final void save(DataOutput out) throws IOException {
        out.writeLong(changes);
        super.save(out);
    }

    @Override
    public final void restore(DataInput in) throws IOException {
        changes = in.readLong();
        super.restore(in);
    }
}
