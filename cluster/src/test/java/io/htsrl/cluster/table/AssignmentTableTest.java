package io.htsrl.cluster.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cluster.table.AssignmentTable.Order;
import io.htsrl.cluster.table.AssignmentTable.Verdict;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class AssignmentTableTest {

    private static byte[] bits(int column) {
        return new byte[] {(byte) column, 7};
    }

    /** Workers die, answer late or twice, whatever: every column is written once, by an order that had it. */
    @Property(tries = 300)
    void shouldTakeEachColumnOnceWhateverHappens(
            @ForAll @IntRange(min = 1, max = 12) int groups,
            @ForAll @IntRange(min = 1, max = 4) int together,
            @ForAll @IntRange(min = 1, max = 6) int workers,
            @ForAll long seed) {
        Random chance = new Random(seed);
        int columns = groups * together;
        AssignmentTable table = new AssignmentTable(columns, together);
        List<Order> all = new ArrayList<>();
        int[] first = new int[columns];
        for (int turn = 0; !table.complete(); turn++) {
            assertTrue(turn < 10_000, "it comes to an end");
            List<Integer> live = new ArrayList<>();
            for (int worker = 0; worker < workers; worker++) {
                if (chance.nextInt(3) > 0) {
                    live.add(worker);
                }
            }
            if (!live.isEmpty()) {
                all.addAll(table.assign(live));
            }
            for (int i = 0; i < 5 && !all.isEmpty(); i++) {
                Order order = all.get(chance.nextInt(all.size()));
                int column = order.from() + chance.nextInt(order.to() - order.from());
                Verdict verdict = table.result(column, order.attempt(), bits(column));
                assertEquals(first[column] == 0 ? Verdict.FIRST : Verdict.AGAIN, verdict);
                first[column]++;
            }
            if (chance.nextInt(4) == 0) {
                table.release(chance.nextInt(workers));
            }
            BitSet late = new BitSet();
            late.set(chance.nextInt(columns), columns);
            all.addAll(table.second(
                    live.stream().filter(worker -> !table.busy(worker)).toList(), late));
        }
        all.forEach(order -> assertEquals(0, order.from() % together + order.to() % together));
        for (int column = 0; column < columns; column++) {
            assertTrue(first[column] > 0);
            assertEquals(Verdict.DIFFERENT, table.result(column, attemptOf(all, column), new byte[] {1}));
        }
    }

    private static int attemptOf(List<Order> all, int column) {
        return all.stream()
                .filter(order -> order.from() <= column && column < order.to())
                .findFirst()
                .orElseThrow()
                .attempt();
    }

    @Test
    void shouldDivideEvenlyAndInOrder() {
        AssignmentTable table = new AssignmentTable(8, 1);

        assertEquals(
                List.of(new Order(4, 1, 0, 2), new Order(5, 2, 2, 5), new Order(9, 3, 5, 8)),
                table.assign(List.of(4, 5, 9)));
        assertFalse(table.waiting());
    }

    @Test
    void shouldGiveTheColumnsOfWhoIsGoneToOthers() {
        AssignmentTable table = new AssignmentTable(4, 1);
        table.assign(List.of(1, 2));
        table.result(2, 2, bits(2));

        assertEquals(1, table.release(2), "column 3; column 2 is done");

        assertEquals(List.of(new Order(1, 3, 3, 4)), table.assign(List.of(1)));
        assertEquals(Verdict.FIRST, table.result(3, 2, bits(3)), "who was thought dead may be first all the same");
        assertEquals(Verdict.AGAIN, table.result(3, 3, bits(3)));
        assertEquals(2, table.doer(3));
    }

    @Test
    void shouldNotTakeWhatNobodyWasAskedFor() {
        AssignmentTable table = new AssignmentTable(4, 1);
        table.assign(List.of(1, 2));

        assertEquals(Verdict.UNKNOWN, table.result(3, 1, bits(3)), "columns 0 and 1 were asked for");
        assertEquals(Verdict.UNKNOWN, table.result(0, 9, bits(0)));
    }

    @Test
    void shouldNotTakeAwayWhatAnotherHandHasMeanwhile() {
        AssignmentTable table = new AssignmentTable(2, 1);
        Order lost = table.assign(List.of(1)).get(0);
        table.release(1);
        table.assign(List.of(2));

        assertEquals(0, table.release(lost), "worker 2 has them");
        assertTrue(table.busy(2));
    }

    @Test
    void shouldHaveAColumnWithTwoHandsAndNoMore() {
        AssignmentTable table = new AssignmentTable(4, 1);
        table.assign(List.of(1, 2));
        table.result(0, 1, bits(0));
        table.result(1, 1, bits(1));
        BitSet late = new BitSet();
        late.set(2, 4);

        assertEquals(List.of(new Order(1, 3, 2, 4)), table.second(List.of(1), late));

        assertEquals(List.of(), table.second(List.of(3), late), "somebody tries already");
        assertTrue(table.busy(1) && table.busy(2));
        assertEquals(0, table.release(2), "worker 1 has them");
        assertFalse(table.waiting());
        assertFalse(table.busy(2));
        assertEquals(2, table.release(1), "nobody has them");
        assertTrue(table.waiting());
    }

    @Test
    void shouldTakeTheFirstOfTwoHands() {
        AssignmentTable table = new AssignmentTable(1, 1);
        Order first = table.assign(List.of(1)).get(0);
        BitSet late = new BitSet();
        late.set(0);
        Order second = table.second(List.of(2), late).get(0);

        assertEquals(Verdict.FIRST, table.result(0, second.attempt(), bits(0)));
        assertEquals(Verdict.AGAIN, table.result(0, first.attempt(), bits(0)));
        assertEquals(2, table.doer(0));
        assertFalse(table.busy(1) || table.busy(2));
    }
}
