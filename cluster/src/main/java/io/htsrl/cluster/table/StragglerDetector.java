package io.htsrl.cluster.table;

import io.htsrl.cluster.table.AssignmentTable.Order;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Measures the durations of an interval's orders and finds stragglers. An order is late when at least half of the
 * orders are done and it takes longer than 1.5 times their median plus a grace time. Half of a cluster may be slow
 * without being late. The coordinator's thread.
 */
final class StragglerDetector {
    private static final class Started {
        private final Order order;
        private final long at;
        private int missing;

        Started(Order order, long at) {
            this.order = order;
            this.at = at;
            missing = order.to() - order.from();
        }
    }

    private final long grace;
    private final List<Started> started = new ArrayList<>(); // by attempt, from 1
    private final List<List<Started>> owing; // orders that are to fill each column
    private final List<Long> times = new ArrayList<>(); // durations of done orders, ascending

    /** @param grace nanoseconds that are not worth a second worker */
    StragglerDetector(int columns, long grace) {
        this.grace = grace;
        this.owing = new ArrayList<>(columns);
        for (int column = 0; column < columns; column++) {
            owing.add(new ArrayList<>(1));
        }
    }

    /** Begins an order, which replaces earlier orders of its columns. */
    void begin(Order order, long now) {
        for (int column = order.from(); column < order.to(); column++) {
            forgive(column);
        }
        beginSecond(order, now);
    }

    /** Begins an order beside a late one. Attempts are numbered from 1 over orders of both kinds. */
    void beginSecond(Order order, long now) {
        Started begun = new Started(order, now);
        started.add(begun);
        for (int column = order.from(); column < order.to(); column++) {
            owing.get(column).add(begun);
        }
    }

    private void forgive(int column) {
        for (Started each : owing.get(column)) {
            each.missing--;
        }
        owing.get(column).clear();
    }

    /** Records that a column is full, by one of its orders. */
    void full(int attempt, int column, long now) {
        forgive(column);
        Started of = started.get(attempt - 1);
        if (of.missing == 0) {
            long time = now - of.at;
            int place = 0;
            while (place < times.size() && times.get(place) < time) {
                place++;
            }
            times.add(place, time);
        }
    }

    /** Returns the unfilled columns of late orders. */
    BitSet late(long now) {
        BitSet late = new BitSet();
        List<Started> open = started.stream().filter(each -> each.missing > 0).toList();
        if (times.isEmpty() || times.size() < open.size()) {
            return late;
        }
        long median = times.get(times.size() / 2);
        long limit = median + median / 2 + grace;
        for (Started each : open) {
            if (now - each.at > limit) {
                for (int column = each.order.from(); column < each.order.to(); column++) {
                    if (owing.get(column).contains(each)) {
                        late.set(column);
                    }
                }
            }
        }
        return late;
    }
}
