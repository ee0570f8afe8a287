package io.htsrl.cluster.table;

import io.htsrl.cluster.columns.ColumnUnit;
import io.htsrl.core.time.Activity;
import io.htsrl.core.time.SpanRecorder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * A node's row of the trace, from the learner's view: transfers of parameters, and units from the moment when the node
 * had all data until their last column is back. Spans of a row do not overlap. A unit that was given during another one
 * begins at the end of that one. The learner's actor; times in nanoseconds, from the caller.
 */
public final class NodeTimeline {
    private static final class Unit {
        private final ColumnUnit unit;
        private final long given;
        private int left;

        Unit(ColumnUnit unit, long given) {
            this.unit = unit;
            this.given = given;
            this.left = unit.width();
        }
    }

    private final SpanRecorder recorder;
    private final Deque<Unit> units = new ArrayDeque<>(); // unfinished units
    private long end = Long.MIN_VALUE; // end of the last span
    private long broadcast;
    private long interval;
    private long version = -1; // version of the parameters that the node has or receives
    private long arrival; // number of confirmed bytes at which it has them
    private int bytes; // bytes of parameters in transit; 0 for none

    NodeTimeline(SpanRecorder recorder) {
        this.recorder = recorder;
    }

    /** Returns whether that version was not sent to the node. */
    public boolean lacks(long ofVersion) {
        return version != ofVersion;
    }

    /**
     * Records that a unit's parameters are sent.
     *
     * @param end number of bytes sent to the node so far
     */
    public void sent(ColumnUnit unit, int length, long end, long now) {
        broadcast = now;
        interval = unit.interval();
        version = unit.version();
        arrival = end;
        bytes = length;
    }

    /** Records the number of bytes that have arrived. */
    public void confirmed(long all, long now) {
        if (all >= arrival) {
            arrived(now);
        }
    }

    private void arrived(long now) {
        if (bytes > 0) {
            add(Activity.BROADCAST, interval, broadcast, now, bytes);
            bytes = 0;
        }
    }

    /** Records that a unit is given. */
    public void given(ColumnUnit unit, long now) {
        units.removeIf(earlier -> earlier.unit.interval() < unit.interval()); // their results are not needed any more
        units.add(new Unit(unit, now));
    }

    /** Records a column, even of a unit that was reassigned in the meantime. */
    public void column(long ofInterval, int attempt, long now) {
        arrived(now); // the column could not be filled without the parameters
        for (Iterator<Unit> each = units.iterator(); each.hasNext(); ) {
            Unit one = each.next();
            if (one.unit.interval() == ofInterval && one.unit.attempt() == attempt && --one.left == 0) {
                each.remove();
                add(Activity.UNIT, ofInterval, one.given, now, one.unit.width());
            }
        }
    }

    private void add(Activity activity, long ofInterval, long begin, long now, long argument) {
        recorder.interval(ofInterval);
        recorder.add(activity, Math.min(now, Math.max(begin, end)), now, argument);
        end = now;
    }
}
