package io.htsrl.cluster.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The columns of one interval: which wait, which are at work with whom, and which are done. The first result of a column
 * is the column; those that come later must be equal to it. A column may be at work twice, with a second worker that has
 * nothing else to do. One thread at a time.
 */
public final class AssignmentTable {
    /** Columns {@code from} to before {@code to} for a worker. */
    public record Order(int worker, int attempt, int from, int to) {}

    /** What a result means. */
    public enum Verdict {
        /** It is the column. */
        FIRST,
        /** It has been there before. */
        AGAIN,
        /** The column had other bits. */
        DIFFERENT,
        /** Nobody was ever asked for it here. */
        UNKNOWN
    }

    private static final int NOBODY = -1;

    /** Which worker has which column, and how many each has: nobody counts them again. One thread at a time. */
    private static final class ColumnAssignment {

        private final int[] workers; // of each column
        private final Map<Integer, Integer> counts = new HashMap<>(); // of workers that have some
        private int taken;

        ColumnAssignment(int columns) {
            workers = new int[columns];
            Arrays.fill(workers, NOBODY);
        }

        /** Who has a column; {@link #NOBODY} where nobody has. */
        int worker(int column) {
            return workers[column];
        }

        /** Gives a column to a worker, or to {@link #NOBODY}. */
        void put(int column, int worker) {
            int before = workers[column];
            if (before != NOBODY) {
                counts.computeIfPresent(before, (key, count) -> count == 1 ? null : count - 1);
                taken--;
            }
            workers[column] = worker;
            if (worker != NOBODY) {
                counts.merge(worker, 1, Integer::sum);
                taken++;
            }
        }

        /** How many columns a worker has. */
        int count(int worker) {
            return counts.getOrDefault(worker, 0);
        }

        /** All who have columns; valid until the next change. */
        Set<Integer> workers() {
            return counts.keySet();
        }
    }

    private final int columns;
    private final ColumnAssignment first; // at work with whom; nobody where it waits or is done
    private final ColumnAssignment second; // who tries too; nobody for most
    private final byte[][] digests; // of those that are done
    private final int[] doers;
    private final List<Order> orders = new ArrayList<>();
    private int done;

    /** @param columns of the bank */
    public AssignmentTable(int columns) {
        this.columns = columns;
        first = new ColumnAssignment(columns);
        second = new ColumnAssignment(columns);
        doers = new int[columns];
        digests = new byte[columns][];
        Arrays.fill(doers, NOBODY);
    }

    /** Divides the columns that wait among {@code free}, evenly and in order. */
    public List<Order> assign(List<Integer> free) {
        return divide(columns(this::waits), free, first);
    }

    /** Gives a worker those of the columns that wait. */
    List<Order> assign(int worker, BitSet which) {
        List<Order> made = new ArrayList<>();
        addRuns(worker, columns(column -> which.get(column) && waits(column)), first, made);
        return made;
    }

    /** Divides the columns that wait likewise, but for some. */
    List<Order> assign(List<Integer> free, BitSet others) {
        return divide(columns(column -> waits(column) && !others.get(column)), free, first);
    }

    /** The columns of some that wait. */
    BitSet waiting(BitSet which) {
        BitSet waiting = new BitSet();
        which.stream().filter(this::waits).forEach(waiting::set);
        return waiting;
    }

    /** Divides the columns of {@code late} that nobody tries a second time among workers that have none, likewise. */
    public List<Order> second(List<Integer> idle, BitSet late) {
        return divide(
                columns(column ->
                        late.get(column) && first.worker(column) != NOBODY && second.worker(column) == NOBODY),
                idle,
                second);
    }

    private List<Integer> columns(IntPredicate which) {
        return IntStream.range(0, columns).filter(which).boxed().toList();
    }

    private List<Order> divide(List<Integer> waiting, List<Integer> among, ColumnAssignment with) {
        List<Order> made = new ArrayList<>();
        for (int i = 0; i < among.size(); i++) {
            int begin = share(waiting.size(), i, among.size());
            int end = share(waiting.size(), i + 1, among.size());
            addRuns(among.get(i), waiting.subList(begin, end), with, made);
        }
        return made;
    }

    private static int share(int size, int index, int of) {
        return (int) ((long) size * index / of);
    }

    /** An order for each run of neighbours. */
    private void addRuns(int worker, List<Integer> some, ColumnAssignment with, List<Order> made) {
        int begin = 0;
        for (int i = 1; i <= some.size(); i++) {
            if (i == some.size() || some.get(i) != some.get(i - 1) + 1) {
                made.add(order(worker, some.get(begin), some.get(i - 1) + 1, with));
                begin = i;
            }
        }
    }

    private Order order(int worker, int from, int to, ColumnAssignment with) {
        Order order = new Order(worker, orders.size() + 1, from, to);
        orders.add(order);
        for (int column = from; column < to; column++) {
            with.put(column, worker);
        }
        return order;
    }

    private boolean waits(int column) {
        return first.worker(column) == NOBODY && digests[column] == null;
    }

    /** Whether a column waits for a worker. */
    public boolean waiting() {
        return first.taken + done < columns;
    }

    /** A column has come; {@code digest} is of all its bits. */
    public Verdict result(int column, int attempt, byte[] digest) {
        Order order = order(attempt);
        if (order == null || column < order.from() || column >= order.to()) {
            return Verdict.UNKNOWN;
        }
        if (digests[column] != null) {
            return Arrays.equals(digests[column], digest) ? Verdict.AGAIN : Verdict.DIFFERENT;
        }
        digests[column] = digest.clone();
        first.put(column, NOBODY);
        second.put(column, NOBODY);
        doers[column] = order.worker();
        done++;
        return Verdict.FIRST;
    }

    /** What was ordered under that number; null for none. */
    public Order order(int attempt) {
        return attempt < 1 || attempt > orders.size() ? null : orders.get(attempt - 1);
    }

    /** What a worker alone has at work waits again; how many columns that are. */
    public int release(int worker) {
        return release(worker, 0, columns);
    }

    private int release(int worker, int from, int to) {
        int released = 0;
        for (int column = from; column < to; column++) {
            if (second.worker(column) == worker) {
                second.put(column, NOBODY);
            } else if (first.worker(column) == worker) {
                first.put(column, second.worker(column));
                second.put(column, NOBODY);
                released += first.worker(column) == NOBODY ? 1 : 0;
            }
        }
        return released;
    }

    /** What is left of one order waits again, unless another worker has it; how many columns that are. */
    public int release(Order order) {
        return release(order.worker(), order.from(), order.to());
    }

    /** What a worker alone has at work. */
    public BitSet columns(int worker) {
        BitSet alone = new BitSet();
        for (int column = 0; column < columns; column++) {
            alone.set(column, first.worker(column) == worker && second.worker(column) == NOBODY);
        }
        return alone;
    }

    /** How many columns a worker has at work, but for those that it tries beside another. */
    public int held(int worker) {
        return first.count(worker);
    }

    /** All workers that have columns at work. */
    public Set<Integer> busy() {
        Set<Integer> busy = new HashSet<>(first.workers());
        busy.addAll(second.workers());
        return busy;
    }

    /** Whether a worker has columns at work. */
    public boolean busy(int worker) {
        return first.count(worker) > 0 || second.count(worker) > 0;
    }

    /** Whose result the column is; -1 where it is not done. */
    public int doer(int column) {
        return doers[column];
    }

    /** Whether a column is done. */
    boolean done(int column) {
        return digests[column] != null;
    }

    /** Whether every column is done. */
    public boolean complete() {
        return done == columns;
    }
}
