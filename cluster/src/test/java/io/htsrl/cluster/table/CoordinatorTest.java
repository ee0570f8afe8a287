package io.htsrl.cluster.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cluster.SmallRuns;
import io.htsrl.cluster.columns.ColumnResult;
import io.htsrl.cluster.columns.ColumnRunner;
import io.htsrl.cluster.columns.ColumnUnit;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.rollouts.StartStates;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Nodes that answer when, and as, a test wants. */
class CoordinatorTest {
    private static final int N = SmallRuns.ENVIRONMENTS;
    private static final long SECOND = 1_000_000_000L;

    /** A node whose units lie there. */
    private record Idle(int id, String name, List<ColumnUnit> units) implements Hand {
        Idle(int id) {
            this(id, "node-" + id, new ArrayList<>());
        }

        @Override
        public void work(ColumnUnit unit, float[] parameters) {
            units.add(unit);
        }

        ColumnUnit last() {
            return units.get(units.size() - 1);
        }
    }

    private static final ColumnResult[] TRUE = new ColumnResult[N]; // of interval 0
    private static final ColumnResult[] FALSE = new ColumnResult[N]; // of another seed
    private static BankShape shape;

    private final StartStates states = new StartStates(N);
    private final Idle own = new Idle(0);
    private final Idle one = new Idle(1);
    private final Idle two = new Idle(2);
    private final List<String> told = new ArrayList<>();
    private final Coordinator coordinator =
            new Coordinator(shape, states, own, new Lease(2 * SECOND, 20 * SECOND), told::add);
    private final StorageBank bank = new StorageBank(shape);
    private final StorageBank other = new StorageBank(shape);

    @BeforeAll
    static void run() throws Exception {
        try (ColumnRunner runner = new ColumnRunner(SmallRuns.config("a2c", "CartPole-v1", 1))) {
            shape = runner.shape();
            fill(runner, TRUE);
        }
        try (ColumnRunner runner = new ColumnRunner(SmallRuns.config("a2c", "CartPole-v1", 1, 4))) {
            fill(runner, FALSE);
        }
    }

    private static void fill(ColumnRunner runner, ColumnResult[] results) throws Exception {
        runner.run(
                new ColumnUnit(0, 0, 1, 0, N, new byte[N][]),
                new float[runner.parameterCount()],
                result -> results[result.environment()] = result);
    }

    private CompletableFuture<Void> begin(long interval) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        StorageBank write = interval % 2 == 0 ? bank : other;
        write.collectedUnder(interval);
        coordinator.begin(new Fill(interval, new float[4], write, interval % 2 == 0 ? other : bank, done), 0);
        return done;
    }

    private void answer(Idle node, ColumnUnit unit, ColumnResult[] with) {
        answer(node, unit, with, 0);
    }

    private void answer(Idle node, ColumnUnit unit, ColumnResult[] with, long now) {
        for (int e = unit.from(); e < unit.to(); e++) {
            answer(node, unit, e, with, now);
        }
    }

    private void answer(Idle node, ColumnUnit unit, int environment, ColumnResult[] with) {
        answer(node, unit, environment, with, 0);
    }

    private void answer(Idle node, ColumnUnit unit, int environment, ColumnResult[] with, long now) {
        ColumnResult result = with[environment];
        coordinator.result(
                node.id(),
                new ColumnResult(unit.interval(), unit.attempt(), environment, result.column(), result.end()),
                now);
    }

    @Test
    void shouldFillTheBankByAllNodes() {
        coordinator.join(one, 0);
        coordinator.join(two, 0);
        CompletableFuture<Void> done = begin(0);

        answer(two, two.last(), TRUE);
        assertFalse(done.isDone());
        answer(one, one.last(), TRUE);

        done.join();
        assertEquals(N, one.last().width() + two.last().width());
        for (int e = 0; e < N; e++) {
            assertNotNull(states.of(e), "the start of the next interval");
        }
    }

    @Test
    void shouldDoItItselfWithoutNodes() {
        CompletableFuture<Void> done = begin(0);
        answer(own, own.last(), TRUE);

        done.join();
    }

    @Test
    void shouldGiveTheColumnsOfASilentNodeToAnother() {
        coordinator.join(one, 0);
        coordinator.join(two, 0);
        CompletableFuture<Void> done = begin(0);
        answer(one, one.last(), 0, TRUE);
        coordinator.beat(2, 1, 3 * SECOND);

        coordinator.tick(3 * SECOND);

        assertEquals(2, two.units().size());
        assertEquals(1, two.last().from(), "column 0 is done");
        assertTrue(told.get(0).contains("node-1 has been silent for 3.0 s; 3 of its columns go to others"), told + "");
        two.units().forEach(unit -> answer(two, unit, TRUE));
        done.join();
        assertEquals(3, coordinator.tally().again());
    }

    @Test
    void shouldSayHowLongColumnsWereLost() {
        coordinator.join(one, 0);
        coordinator.join(two, 0);
        CompletableFuture<Void> done = begin(0);
        assertEquals("at work", coordinator.state(1));
        coordinator.beat(1, 1, SECOND);
        coordinator.beat(2, 1, 4 * SECOND);

        coordinator.tick(4 * SECOND);

        assertEquals("silent", coordinator.state(1));
        assertEquals(N, coordinator.held(2));
        two.units().forEach(unit -> {
            assertEquals(0, coordinator.losses().count(), "some are not back");
            answer(two, unit, TRUE, 5 * SECOND);
        });
        assertTrue(done.isDone());
        LostColumns.Times times = coordinator.losses();
        assertEquals(1, times.count());
        assertEquals(3, times.meanDetection(), "heard of at 1 s, missed at 4 s");
        assertEquals(4, times.mostRecovery(), "and all there at 5 s");
    }

    @Test
    void shouldTakeTheFirstAndCompareTheSecondOfTwo() {
        coordinator.join(one, 0);
        coordinator.join(two, 0);
        CompletableFuture<Void> done = begin(0);
        coordinator.beat(2, 1, 3 * SECOND);
        coordinator.tick(3 * SECOND); // node 1 is thought dead
        answer(one, one.last(), 1, TRUE); // and is not

        answer(two, two.last(), 1, TRUE);

        assertEquals(1, coordinator.tally().duplicates());
        assertFalse(done.isDone());
    }

    @Test
    void shouldNameTheColumnThatCameWithOtherBits() {
        coordinator.join(one, 0);
        coordinator.join(two, 0);
        CompletableFuture<Void> done = begin(0);
        coordinator.beat(2, 1, 3 * SECOND);
        coordinator.tick(3 * SECOND);
        answer(one, one.last(), 1, TRUE);

        answer(two, two.last(), 1, FALSE);

        String message = assertThrows(
                        CompletionException.class,
                        () -> done.orTimeout(9, TimeUnit.SECONDS).join())
                .getCause()
                .getMessage();
        assertTrue(
                message.startsWith(
                        "column 1 of interval 0 came twice with different bits, from node-1 and from node-2: "
                                + "observation of step 0 is "),
                message);
    }

    @Test
    void shouldCompareWhatComesAnIntervalLate() {
        coordinator.join(one, 0);
        coordinator.join(two, 0);
        CompletableFuture<Void> first = begin(0);
        ColumnUnit late = one.last();
        coordinator.beat(2, 1, 3 * SECOND);
        coordinator.tick(3 * SECOND);
        two.units().forEach(unit -> answer(two, unit, TRUE));
        first.join();
        CompletableFuture<Void> second = begin(1);

        answer(one, late, 0, TRUE);
        assertFalse(second.isDone());
        answer(one, late, 2, FALSE);

        String message = assertThrows(
                        CompletionException.class,
                        () -> second.orTimeout(9, TimeUnit.SECONDS).join())
                .getCause()
                .getMessage();
        assertTrue(message.startsWith("column 2 of interval 0 came twice with different bits"), message);
    }

    @Test
    void shouldSendStartsToThoseWhoDoNotHaveTheReplicas() {
        coordinator.join(one, 0);
        CompletableFuture<Void> first = begin(0);
        assertNull(one.last().start(0), "the run begins");
        answer(one, one.last(), TRUE);
        first.join();
        coordinator.join(two, 0);

        assertFalse(begin(1).isDone());

        assertNull(one.last().start(0), "it has stepped it");
        assertNotNull(two.last().start(N - 1), "node 1 has stepped it");

        coordinator.missing(1, 1, one.last().attempt(), 0);

        long with = one.units().stream()
                .filter(unit -> unit.interval() == 1 && unit.start(unit.from()) != null)
                .count();
        assertTrue(with >= 1, "it comes again with starts");
    }

    @Test
    void shouldGiveWhatOneNodeCannotDoToAnotherAndThenGiveUp() {
        coordinator.join(one, 0);
        coordinator.join(two, 0);
        CompletableFuture<Void> done = begin(0);

        coordinator.failed(1, 0, one.last().attempt(), "environment 0 threw", 0);
        assertFalse(done.isDone());
        assertEquals(0, two.last().from(), "node 2 tries");
        coordinator.failed(2, 0, two.last().attempt(), "environment 0 threw", 0);

        String message = assertThrows(
                        CompletionException.class,
                        () -> done.orTimeout(9, TimeUnit.SECONDS).join())
                .getCause()
                .getMessage();
        assertEquals("environment 0 threw (on node-2)", message);
    }

    @Test
    void shouldNotWaitForANodeThatIsThereAndDoesNotGetOn() {
        coordinator.join(one, 0);
        coordinator.join(two, 0);
        assertFalse(begin(0).isDone());
        coordinator.beat(1, 5, SECOND);
        coordinator.beat(1, 5, 22 * SECOND);
        coordinator.beat(2, 9, 22 * SECOND);

        coordinator.tick(22 * SECOND);

        assertTrue(told.get(0).startsWith("node-1 has not got on for 21.0 s; 4 of its columns go"), told + "");
        assertEquals(0, two.last().from());
    }

    @Test
    void shouldRefuseAColumnThatMakesNoSense() {
        coordinator.join(one, 0);
        CompletableFuture<Void> done = begin(0);

        coordinator.result(1, new ColumnResult(0, one.last().attempt(), 0, new byte[12], new byte[0]), 0);

        assertFalse(done.isDone());
        assertEquals(N, own.last().width(), "the learner does it itself");
    }
}
