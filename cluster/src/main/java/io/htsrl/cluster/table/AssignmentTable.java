package io.htsrl.cluster.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The columns of one interval: which wait, which are at work with whom, and which are done. The first result of a column
 * is the column; those that come later must be equal to it. A column may be at work twice, with a second hand that has
 * nothing else to do. One thread at a time.
 */
public final class AssignmentTable {
    /** Columns {@code from} to before {@code to} for a hand. */
    public record Order(int hand, int attempt, int from, int to) {}

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

    private final int columns;
    private final Places first; // at work with whom; nobody where it waits or is done
    private final Places second; // who tries too; nobody for most
    private final byte[][] digests; // of those that are done
    private final int[] doers;
    private final List<Order> orders = new ArrayList<>();
    private int done;

    /** @param columns of the bank */
    public AssignmentTable(int columns) {
        this.columns = columns;
        first = new Places(columns);
        second = new Places(columns);
        doers = new int[columns];
        digests = new byte[columns][];
        Arrays.fill(doers, Places.NOBODY);
    }

    /** Divides the columns that wait among {@code free}, evenly and in order. */
    public List<Order> assign(List<Integer> free) {
        return divide(columns(this::waits), free, first);
    }

    /** Divides the columns of {@code late} that nobody tries a second time among hands that have none, likewise. */
    public List<Order> second(List<Integer> idle, BitSet late) {
        return divide(
                columns(column -> late.get(column)
                        && first.hand(column) != Places.NOBODY
                        && second.hand(column) == Places.NOBODY),
                idle,
                second);
    }

    private List<Integer> columns(IntPredicate which) {
        return IntStream.range(0, columns).filter(which).boxed().toList();
    }

    private List<Order> divide(List<Integer> waiting, List<Integer> among, Places with) {
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
    private void addRuns(int hand, List<Integer> some, Places with, List<Order> made) {
        int begin = 0;
        for (int i = 1; i <= some.size(); i++) {
            if (i == some.size() || some.get(i) != some.get(i - 1) + 1) {
                made.add(order(hand, some.get(begin), some.get(i - 1) + 1, with));
                begin = i;
            }
        }
    }

    private Order order(int hand, int from, int to, Places with) {
        Order order = new Order(hand, orders.size() + 1, from, to);
        orders.add(order);
        for (int column = from; column < to; column++) {
            with.put(column, hand);
        }
        return order;
    }

    private boolean waits(int column) {
        return first.hand(column) == Places.NOBODY && digests[column] == null;
    }

    /** Whether a column waits for a hand. */
    public boolean waiting() {
        return first.taken() + done < columns;
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
        first.put(column, Places.NOBODY);
        second.put(column, Places.NOBODY);
        doers[column] = order.hand();
        done++;
        return Verdict.FIRST;
    }

    /** What was ordered under that number; null for none. */
    public Order order(int attempt) {
        return attempt < 1 || attempt > orders.size() ? null : orders.get(attempt - 1);
    }

    /** What a hand alone has at work waits again; how many columns that are. */
    public int release(int hand) {
        return release(hand, 0, columns);
    }

    private int release(int hand, int from, int to) {
        int released = 0;
        for (int column = from; column < to; column++) {
            if (second.hand(column) == hand) {
                second.put(column, Places.NOBODY);
            } else if (first.hand(column) == hand) {
                first.put(column, second.hand(column));
                second.put(column, Places.NOBODY);
                released += first.hand(column) == Places.NOBODY ? 1 : 0;
            }
        }
        return released;
    }

    /** What is left of one order waits again, unless another hand has it; how many columns that are. */
    public int release(Order order) {
        return release(order.hand(), order.from(), order.to());
    }

    /** What a hand alone has at work. */
    public BitSet columns(int hand) {
        BitSet alone = new BitSet();
        for (int column = 0; column < columns; column++) {
            alone.set(column, first.hand(column) == hand && second.hand(column) == Places.NOBODY);
        }
        return alone;
    }

    /** How many columns a hand has at work, but for those that it tries beside another. */
    public int held(int hand) {
        return first.count(hand);
    }

    /** All hands that have columns at work. */
    public Set<Integer> busy() {
        Set<Integer> busy = new HashSet<>(first.hands());
        busy.addAll(second.hands());
        return busy;
    }

    /** Whether a hand has columns at work. */
    public boolean busy(int hand) {
        return first.count(hand) > 0 || second.count(hand) > 0;
    }

    /** Whose result the column is; -1 where it is not done. */
    public int doer(int column) {
        return doers[column];
    }

    /** Whether every column is done. */
    public boolean complete() {
        return done == columns;
    }
}
