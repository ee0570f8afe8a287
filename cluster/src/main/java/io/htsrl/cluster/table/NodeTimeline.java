package io.htsrl.cluster.table;

import io.htsrl.cluster.columns.ColumnUnit;
import io.htsrl.core.time.Activity;
import io.htsrl.core.time.SpanRecorder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * A node's row of the trace, as the learner sees it: parameters on their way, and units from when the node had all it
 * needs until their last column is back. Spans of a row do not overlap: a unit that was given while another was under way
 * begins with the end of that. The learner's actor; times in nanoseconds, from the caller.
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
    private final Deque<Unit> units = new ArrayDeque<>(); // under way
    private long end = Long.MIN_VALUE; // of the last span
    private long broadcast;
    private long interval;
    private int bytes; // of the parameters that are on their way; 0 where none are

    NodeTimeline(SpanRecorder recorder) {
        this.recorder = recorder;
    }

    /** Parameters are sent. */
    public void sent(long ofInterval, int length, long now) {
        broadcast = now;
        interval = ofInterval;
        bytes = length;
    }

    /** They have come. */
    public void arrived(long now) {
        if (bytes > 0) {
            add(Activity.BROADCAST, interval, broadcast, now, bytes);
            bytes = 0;
        }
    }

    /** A unit is given. */
    public void given(ColumnUnit unit, long now) {
        units.removeIf(earlier -> earlier.unit.interval() < unit.interval()); // nobody waits for those any more
        units.add(new Unit(unit, now));
    }

    /** A column has come; of a unit that was given elsewhere meanwhile, too. */
    public void column(long ofInterval, int attempt, long now) {
        arrived(now); // else it could not have been filled
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
