package io.htsrl.cluster.table;

import io.htsrl.cluster.table.AssignmentTable.Order;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * How long the orders of an interval take, and which take too long. Late is an order that has been under way for more than
 * one and a half times the median of those that are done, where at least half are, and for a while beyond that: half of a cluster that is
 * slow is no straggler. The coordinator's thread.
 */
final class Pace {
    private static final class Started {
        private final long at;
        private final BitSet missing = new BitSet();

        Started(Order order, long at) {
            this.at = at;
            missing.set(order.from(), order.to());
        }
    }

    private final long grace;
    private final List<Started> started = new ArrayList<>(); // by attempt, from 1
    private final List<Long> times = new ArrayList<>(); // of those that are done, ascending

    /** @param grace nanoseconds that are not worth a second try */
    Pace(long grace) {
        this.grace = grace;
    }

    /** An order begins, in the place of those that had its columns. */
    void begin(Order order, long now) {
        for (Started before : started) {
            before.missing.clear(order.from(), order.to());
        }
        started.add(new Started(order, now));
    }

    /** An order begins, beside another that is late. Of all orders of both kinds the attempts are numbered from 1. */
    void beginSecond(Order order, long now) {
        started.add(new Started(order, now));
    }

    /** A column is full, under one of its orders. */
    void full(int attempt, int column, long now) {
        for (Started each : started) {
            each.missing.clear(column);
        }
        Started of = started.get(attempt - 1);
        if (of.missing.isEmpty()) {
            long time = now - of.at;
            int place = 0;
            while (place < times.size() && times.get(place) < time) {
                place++;
            }
            times.add(place, time);
        }
    }

    /** Columns that orders which are late have not filled. */
    BitSet late(long now) {
        BitSet late = new BitSet();
        List<Started> open =
                started.stream().filter(each -> !each.missing.isEmpty()).toList();
        if (times.isEmpty() || times.size() < open.size()) {
            return late;
        }
        long median = times.get(times.size() / 2);
        long limit = median + median / 2 + grace;
        for (Started each : open) {
            if (now - each.at > limit) {
                late.or(each.missing);
            }
        }
        return late;
    }
}
