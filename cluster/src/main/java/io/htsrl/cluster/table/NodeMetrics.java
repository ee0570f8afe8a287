package io.htsrl.cluster.table;

import io.htsrl.cluster.columns.ColumnUnit;
import io.htsrl.core.time.Activity;
import io.htsrl.core.time.SpanRecorder;
import io.htsrl.trainer.rollouts.Rollouts;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Metrics of a node, and its row of the trace, from the learner's view: transfers of parameters, and units from the
 * moment when the node had all data until their last column is back. Spans of a row do not overlap. A unit that was
 * given during another one begins at the end of that one. The learner's actor; times in nanoseconds, from the caller.
 */
public final class NodeMetrics {
    private record Unit(ColumnUnit unit, long given, AtomicInteger left) {}

    private static final long WINDOW = 1_000_000_000L;

    private final int id;
    private final String name;
    private final LongSupplier out;
    private final LongSupplier in;
    private final Rate outRate;
    private final Rate inRate;
    private long filled;
    private final SpanRecorder recorder;
    private final Deque<Unit> units = new ArrayDeque<>(); // unfinished units
    private long end = Long.MIN_VALUE; // end of the last span
    private long broadcast;
    private long interval;
    private long version = -1; // version of the parameters that the node has or receives
    private long arrival; // number of confirmed bytes at which it has them
    private int bytes; // bytes of parameters in transit; 0 for none

    NodeMetrics(int id, String name, LongSupplier out, LongSupplier in, SpanRecorder recorder, long now) {
        this.id = id;
        this.name = name;
        this.out = out;
        this.in = in;
        this.outRate = new Rate(now);
        this.inRate = new Rate(now);
        this.recorder = recorder;
    }

    Rollouts.NodeGauge gauge(Coordinator coordinator, int executors, long now) {
        double outgoing = outRate.at(out.getAsLong(), now);
        double incoming = inRate.at(in.getAsLong(), now);
        return new Rollouts.NodeGauge(
                name, coordinator.state(id), executors, coordinator.held(id), filled, outgoing, incoming);
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
        units.add(new Unit(unit, now, new AtomicInteger(unit.width())));
    }

    /** Records a column, even of a unit that was reassigned in the meantime. */
    public void column(long ofInterval, int attempt, long now) {
        filled++;
        arrived(now); // the column could not be filled without the parameters
        for (Unit one : List.copyOf(units)) {
            if (one.unit.interval() == ofInterval && one.unit.attempt() == attempt && one.left.decrementAndGet() == 0) {
                units.remove(one);
                add(Activity.UNIT, ofInterval, one.given, now, one.unit.width());
            }
        }
    }

    private void add(Activity activity, long ofInterval, long begin, long now, long argument) {
        recorder.interval(ofInterval);
        recorder.add(activity, Math.min(now, Math.max(begin, end)), now, argument);
        end = now;
    }

    /**
     * Growth of a counter per second, over about the last second. One thread; times in nanoseconds, from the caller.
     */
    static final class Rate {
        private long since;
        private long before;
        private double perSecond;
        private boolean known; // whether a whole window has passed

        Rate(long now) {
            this.since = now;
        }

        /** Returns the rate, now that the counter has reached {@code count}. */
        double at(long count, long now) {
            long time = now - since;
            if (time >= WINDOW || !known && time > 0) {
                perSecond = (count - before) * 1e9 / time;
            }
            if (time >= WINDOW) {
                known |= count > 0; // of nothing, nothing is known
                since = now;
                before = count;
            }
            return perSecond;
        }
    }
}
