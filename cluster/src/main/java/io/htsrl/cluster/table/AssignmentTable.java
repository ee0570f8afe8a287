package io.htsrl.cluster.table;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The columns of one interval: waiting, assigned to workers, or done. The first result of a column fills it; later
 * results must be equal to it. A column may be assigned to a second worker that has no other work. One thread at a
 * time.
 */
public final class AssignmentTable {
    /** Columns {@code from} to before {@code to}, assigned to a worker. */
    public record Order(int worker, int attempt, int from, int to) {}

    /** Judgement of a result. */
    public enum Verdict {
        /** The first result of its column. */
        FIRST,
        /** A later result, equal to the first. */
        AGAIN,
        /** A later result with other bits. */
        DIFFERENT,
        /** A result that was never ordered here. */
        UNKNOWN
    }

    static final int NO_WORKER = -1;

    /** The order that each column belongs to, with the number of columns of each worker. One thread at a time. */
    private static final class ColumnAssignment {
        private final Order[] orders; // null where none exists
        private final Map<Integer, Integer> counts = new HashMap<>(); // number of columns by worker
        private int taken;

        ColumnAssignment(int columns) {
            orders = new Order[columns];
        }

        /** Returns the worker of a column; {@link #NO_WORKER} where none exists. */
        int worker(int column) {
            return orders[column] == null ? NO_WORKER : orders[column].worker();
        }

        /** Assigns a column to an order, or to none (null). */
        void put(int column, Order order) {
            if (orders[column] != null) {
                counts.computeIfPresent(worker(column), (key, count) -> count == 1 ? null : count - 1);
                taken--;
            }
            orders[column] = order;
            if (order != null) {
                counts.merge(order.worker(), 1, Integer::sum);
                taken++;
            }
        }

        int count(int worker) {
            return counts.getOrDefault(worker, 0);
        }
    }

    private final int columns;
    private final int together;
    private final ColumnAssignment first; // worker of each column; none where it waits or is done
    private final ColumnAssignment second; // second worker of a column; none for most
    private final byte[][] digests; // digests of done columns
    private final int[] doers;
    private final List<Order> orders = new ArrayList<>();
    private final List<Long> begun = new ArrayList<>(); // time of the beginning of each order, by attempt
    private final List<Long> times = new ArrayList<>(); // durations of done orders
    private final BitSet audits = new BitSet(); // columns with an open audit
    private int done;

    /**
     * @param columns number of columns of the bank
     * @param together number of neighbouring columns that one worker must fill together: an order for some of them has
     *     all, and those that are done come again
     */
    public AssignmentTable(int columns, int together) {
        this.columns = columns;
        this.together = together;
        first = new ColumnAssignment(columns);
        second = new ColumnAssignment(columns);
        doers = new int[columns];
        digests = new byte[columns][];
        Arrays.fill(doers, NO_WORKER);
    }

    /** Divides the waiting columns among the {@code free} workers, evenly and in order. */
    public List<Order> assign(List<Integer> free) {
        return assign(free, column -> true);
    }

    /** Divides those of these columns that wait in the same way. */
    List<Order> assign(List<Integer> free, IntPredicate which) {
        return divide(columns(column -> which.test(column) && waits(column)), free, first);
    }

    /** Returns those of these columns that wait. */
    BitSet waiting(BitSet which) {
        BitSet waiting = new BitSet();
        which.stream().filter(this::waits).forEach(waiting::set);
        return waiting;
    }

    /** Assigns columns of {@code late} without a second worker to workers without columns, in the same way. */
    public List<Order> second(List<Integer> idle, BitSet late) {
        IntPredicate alone = column -> first.worker(column) != NO_WORKER && second.worker(column) == NO_WORKER;
        return divide(columns(column -> late.get(column) && alone.test(column)), idle, second);
    }

    private List<Integer> columns(IntPredicate which) {
        return IntStream.range(0, columns).filter(which).boxed().toList();
    }

    private List<Order> divide(List<Integer> waiting, List<Integer> among, ColumnAssignment with) {
        List<Integer> groups =
                waiting.stream().map(column -> column / together).distinct().toList();
        List<Order> made = new ArrayList<>();
        for (int i = 0; i < among.size(); i++) {
            int begin = share(groups.size(), i, among.size());
            int end = share(groups.size(), i + 1, among.size());
            addRuns(among.get(i), groups.subList(begin, end), with, made);
        }
        return made;
    }

    private static int share(int size, int index, int of) {
        return (int) ((long) size * index / of);
    }

    /** Adds an order for each run of neighbouring groups of columns. */
    private void addRuns(int worker, List<Integer> some, ColumnAssignment with, List<Order> made) {
        int begin = 0;
        for (int i = 1; i <= some.size(); i++) {
            if (i == some.size() || some.get(i) != some.get(i - 1) + 1) {
                made.add(order(worker, some.get(begin) * together, (some.get(i - 1) + 1) * together, with));
                begin = i;
            }
        }
    }

    private Order order(int worker, int from, int to, ColumnAssignment with) {
        Order order = new Order(worker, orders.size() + 1, from, to);
        orders.add(order);
        for (int column = from; column < to; column++) {
            if (!done(column)) {
                with.put(column, order);
            }
        }
        return order;
    }

    private boolean waits(int column) {
        return first.worker(column) == NO_WORKER && digests[column] == null;
    }

    /** Returns whether a column waits for a worker. */
    public boolean waiting() {
        return first.taken + done < columns;
    }

    /** Records a column that has arrived; {@code digest} covers all its bits. */
    public Verdict result(int column, int attempt, byte[] digest) {
        Order order = order(attempt);
        if (order == null || column < order.from() || column >= order.to()) {
            return Verdict.UNKNOWN;
        }
        if (digests[column] != null) {
            return Arrays.equals(digests[column], digest) ? Verdict.AGAIN : Verdict.DIFFERENT;
        }
        digests[column] = digest.clone();
        first.put(column, null);
        second.put(column, null);
        doers[column] = order.worker();
        done++;
        return Verdict.FIRST;
    }

    /** Records the time at which an order begins; orders begin as they were made. */
    void begin(long now) {
        begun.add(now);
    }

    /** Records the duration of an order if the column that has arrived was its last. */
    void full(int attempt, long now) {
        if (!isOpen(order(attempt))) {
            times.add(now - begun.get(attempt - 1));
        }
    }

    private boolean isOpen(Order order, int column) {
        return first.orders[column] == order || second.orders[column] == order;
    }

    private boolean isOpen(Order order) {
        return IntStream.range(order.from(), order.to()).anyMatch(column -> isOpen(order, column));
    }

    /**
     * Returns the unfilled columns of late orders: at least half of the orders are done, and it takes longer than 1.5
     * times their median and a grace time. So half of a cluster may be slow without being late.
     */
    BitSet late(long now, long grace) {
        BitSet late = new BitSet();
        List<Order> open = orders.stream().filter(this::isOpen).toList();
        if (!times.isEmpty() && times.size() >= open.size()) {
            long median =
                    times.stream().sorted().skip(times.size() / 2).findFirst().orElseThrow();
            for (Order order : open) {
                if (now - begun.get(order.attempt() - 1) > median + median / 2 + grace) {
                    IntStream.range(order.from(), order.to())
                            .filter(column -> isOpen(order, column))
                            .forEach(late::set);
                }
            }
        }
        return late;
    }

    /** Returns the order of that attempt; null for none. */
    public Order order(int attempt) {
        return attempt < 1 || attempt > orders.size() ? null : orders.get(attempt - 1);
    }

    /** Lets columns that only this worker has wait again; returns their number. */
    public int release(int worker) {
        return release(new Order(worker, 0, 0, columns));
    }

    /** Lets the remaining columns of an order wait again, unless another worker has them; returns their number. */
    public int release(Order order) {
        int worker = order.worker();
        int released = 0;
        for (int column = order.from(); column < order.to(); column++) {
            if (second.worker(column) == worker) {
                second.put(column, null);
            } else if (first.worker(column) == worker) {
                first.put(column, second.orders[column]);
                second.put(column, null);
                released += first.worker(column) == NO_WORKER ? 1 : 0;
            }
        }
        return released;
    }

    /** Returns the columns that only this worker has. */
    public BitSet columns(int worker) {
        BitSet alone = new BitSet();
        for (int column = 0; column < columns; column++) {
            alone.set(column, first.worker(column) == worker && second.worker(column) == NO_WORKER);
        }
        return alone;
    }

    /** Returns the number of a worker's columns, except those that it computes as the second worker. */
    public int held(int worker) {
        return first.count(worker);
    }

    /** Returns whether a worker has columns. */
    public boolean busy(int worker) {
        return first.count(worker) > 0 || second.count(worker) > 0;
    }

    /** Returns the worker whose result fills the column; -1 where it is not done. */
    public int doer(int column) {
        return doers[column];
    }

    /** Returns whether a column is done. */
    boolean done(int column) {
        return digests[column] != null;
    }

    /** Records that a second worker, the learner's own machine, computes columns to compare them. */
    void audit(Order order) {
        audits.set(order.from(), order.to());
    }

    /** Ends the open audits of an order; returns their number. */
    int endAudits(Order order) {
        int open = audits.get(order.from(), order.to()).cardinality();
        audits.clear(order.from(), order.to());
        return open;
    }

    /** Ends the audit of a column that came twice, if one of the two workers is {@code own}; returns whether it did. */
    boolean audited(int column, int attempt, int own) {
        boolean ended =
                audits.get(column) && (doers[column] == own || order(attempt).worker() == own);
        audits.set(column, audits.get(column) && !ended);
        return ended;
    }

    /** Returns the number of done columns with an open audit. A column that {@code own} filled itself needs none. */
    int openAudits(int own) {
        return (int) audits.stream()
                .filter(column -> done(column) && doers[column] != own)
                .count();
    }

    /** Returns whether every column is done. */
    public boolean complete() {
        return done == columns;
    }

    /**
     * Time limits for a node's silence and for its lack of progress, after which other workers get its columns. A wrong
     * suspicion costs work, never bits. In nanoseconds; immutable.
     *
     * @param silence limit without a sign of life
     * @param standstill limit without a step, for a live node
     */
    public record Lease(long silence, long standstill) {
        public static Lease of(Duration silence) {
            return new Lease(silence.toNanos(), 10 * silence.toNanos()); // a live node may be in one long step
        }

        /** Formats a time for the user. */
        public static String text(long nanos) {
            return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
        }
    }
}
