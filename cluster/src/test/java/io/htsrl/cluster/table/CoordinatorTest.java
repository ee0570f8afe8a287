package io.htsrl.cluster.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cluster.columns.ColumnCodec;
import io.htsrl.cluster.columns.ColumnCodec.ColumnResult;
import io.htsrl.cluster.columns.ColumnUnit;
import io.htsrl.cluster.table.ClusterCounters.LossTimes;
import io.htsrl.cluster.table.ColumnDecoders.DecodedColumn;
import io.htsrl.cluster.table.Coordinator.Audit;
import io.htsrl.cluster.table.Coordinator.BankRequest;
import io.htsrl.executors.ReplicaDelta;
import io.htsrl.trainer.rollouts.StartStates;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/** Nodes answer when, and as, a test wants. */
class CoordinatorTest extends IdleNodes {
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

    /** Reports episodes that are too long to be kept, in all columns of a unit. */
    private void outgrow(ColumnUnit unit, int worker) {
        for (int e = unit.from(); e < unit.to(); e++) {
            ReplicaDelta end = new ReplicaDelta(new byte[1], 0, new byte[0], false);
            coordinator.result(worker, new ColumnResult(0, unit.attempt(), e, TRUE[e].column(), end), 0);
        }
    }

    @Test
    void shouldLeaveAnEpisodeThatIsTooLongToMoveWhereItIs() {
        coordinator.join(one, 0);
        CompletableFuture<Void> done = begin(0);
        outgrow(one.last(), 1);
        done.join();
        coordinator.join(two, 0);
        CompletableFuture<Void> next = begin(1);
        assertFalse(next.isDone());
        assertEquals(
                N,
                one.units().stream()
                        .filter(unit -> unit.interval() == 1)
                        .mapToInt(ColumnUnit::width)
                        .sum());
        assertEquals(0, two.units().size());
        assertNull(one.last().start(one.last().from()), "it has it");
    }

    @Test
    void shouldEndTheRunWhereAnEpisodeThatIsTooLongToMoveIsLost() {
        coordinator.join(one, 0);
        coordinator.join(two, 0);
        CompletableFuture<Void> done = begin(0);
        outgrow(one.last(), 1);
        answer(two, two.last(), TRUE);
        done.join();
        CompletableFuture<Void> next = begin(1);
        coordinator.beat(1, 1, SECOND);
        coordinator.beat(2, 1, 5 * SECOND);
        coordinator.tick(5 * SECOND); // node 1 is silent
        assertFalse(next.isDone(), "it may be heard of again");

        coordinator.leave(1, "has ended", 6 * SECOND);

        String message = assertThrows(CompletionException.class, next::join).getMessage();
        assertTrue(message.contains("environment 0 can be continued only by a node that has left"), message);
        assertTrue(message.contains("resume the run from its last checkpoint with 'hts resume'"), message);
    }

    /** The stall rule waits for the end of the node's session, however long a lease is. */
    @Test
    void shouldCountAsWorkingWhileAColumnWaitsForTheOneNodeThatCanFillIt() {
        coordinator.join(one, 0);
        CompletableFuture<Void> done = begin(0);
        outgrow(one.last(), 1);
        done.join();
        CompletableFuture<Void> next = begin(1);
        coordinator.beat(1, 1, SECOND);
        coordinator.tick(5 * SECOND);
        assertEquals("silent", coordinator.state(1));
        assertEquals(0, coordinator.held(1) + coordinator.held(0));
        assertFalse(next.isDone());

        assertTrue(coordinator.working(29 * SECOND));
        coordinator.leave(1, "is given up", 30 * SECOND);

        assertFalse(coordinator.working(30 * SECOND));
        assertTrue(next.isCompletedExceptionally());
    }

    @Test
    void shouldIgnoreAnswersToOrdersOfOtherWorkers() {
        coordinator.join(one, 0);
        coordinator.join(two, 0);
        CompletableFuture<Void> done = begin(0);

        answer(two, one.last(), FALSE);
        coordinator.failed(2, 0, one.last().attempt(), "no", 0);
        coordinator.missing(2, 0, one.last().attempt(), 0);

        assertEquals(one.last().width() + 2, coordinator.tally().count(ClusterCounters.Count.FOREIGN));
        assertEquals(one.last().width(), coordinator.held(1));
        answer(one, one.last(), TRUE);
        answer(two, two.last(), TRUE);
        done.join();
        assertEquals(0, coordinator.tally().count(ClusterCounters.Count.AGAIN));
    }

    @Test
    void shouldRefuseAnEpisodeThatDoesNotFollow() {
        coordinator.join(one, 0);
        CompletableFuture<Void> done = begin(0);
        ReplicaDelta end = new ReplicaDelta(new byte[1], 4, new byte[4], true);

        coordinator.result(1, new ColumnResult(0, one.last().attempt(), 0, TRUE[0].column(), end), 0);

        assertFalse(done.isDone());
        assertTrue(logs.get(0).contains("its episode does not follow the one before"), logs + "");
    }

    /** Columns are decoded by other threads, arrive in any order, and twice: each is written once. */
    @Test
    void shouldTakeColumnsThatOthersDecodeInAnyOrder() throws InterruptedException {
        coordinator.join(one, 0);
        CompletableFuture<Void> done = begin(0);
        BlockingQueue<DecodedColumn> decoded = new LinkedBlockingQueue<>();
        Set<Thread> decoders = ConcurrentHashMap.newKeySet();
        for (int e = N - 1; e >= -N; e--) {
            ColumnResult column = TRUE[Math.floorMod(e, N)];
            coordinator
                    .decoders()
                    .submit(
                            new ColumnResult(
                                    0, one.last().attempt(), column.environment(), column.column(), column.end()),
                            each -> {
                                decoders.add(Thread.currentThread());
                                decoded.add(each);
                            });
        }
        for (int i = 0; i < 2 * N; i++) {
            coordinator.result(1, decoded.take(), 0); // gives its decoder back
        }
        coordinator.decoders().close();

        done.join();
        assertFalse(decoders.contains(Thread.currentThread()));
        assertEquals(N, coordinator.tally().count(ClusterCounters.Count.DUPLICATE));
        ColumnCodec codec = new ColumnCodec(shape);
        for (int e = 0; e < N; e++) {
            assertArrayEquals(TRUE[e].column(), codec.column(bank, e));
        }
    }

    /** What is decoded when its interval is over is compared, and never written. */
    @Test
    void shouldNotWriteWhatIsDecodedTooLate() {
        coordinator.join(one, 0);
        CompletableFuture<Void> done = begin(0);
        DecodedColumn late = coordinator
                .decoders()
                .decode(new ColumnResult(0, one.last().attempt(), 0, TRUE[0].column(), TRUE[0].end()));
        answer(one, one.last(), TRUE);
        done.join();
        CompletableFuture<Void> next = begin(1);
        byte[] before = new ColumnCodec(shape).column(other, 0);

        coordinator.result(1, late, 0);

        assertEquals(1, coordinator.tally().count(ClusterCounters.Count.DUPLICATE));
        assertArrayEquals(before, new ColumnCodec(shape).column(other, 0));
        assertFalse(next.isDone());
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
        assertTrue(logs.get(0).contains("node-1 has been silent for 3.0 s; 3 of its columns go to others"), logs + "");
        two.units().forEach(unit -> answer(two, unit, TRUE));
        done.join();
        assertEquals(3, coordinator.tally().count(ClusterCounters.Count.AGAIN));
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
            assertEquals(0, coordinator.tally().losses().detection().getCount(), "some are not back");
            answer(two, unit, TRUE, 5 * SECOND);
        });
        assertTrue(done.isDone());
        LossTimes times = coordinator.tally().losses();
        assertEquals(1, times.detection().getCount());
        assertEquals(3, times.detection().getAverage(), "heard of at 1 s, missed at 4 s");
        assertEquals(4, times.recovery().getMax(), "and all there at 5 s");
    }

    @Test
    void shouldTakeTheFirstAndCompareTheSecondOfTwo() {
        coordinator.join(one, 0);
        coordinator.join(two, 0);
        CompletableFuture<Void> done = begin(0);
        coordinator.beat(2, 1, 3 * SECOND);
        coordinator.tick(3 * SECOND); // node 1 is thought dead
        answer(one, one.last(), 1, TRUE); // and is not
        assertEquals("node-1 answers again", logs.get(1));

        answer(two, two.last(), 1, TRUE);

        assertEquals(1, coordinator.tally().count(ClusterCounters.Count.DUPLICATE));
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

        String message = assertThrows(CompletionException.class, () -> done.join())
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

        String message = assertThrows(CompletionException.class, () -> second.join())
                .getCause()
                .getMessage();
        assertTrue(message.startsWith("column 2 of interval 0 came twice with different bits"), message);
    }

    /** The first agent's column has come from a node that is lost: all agents begin again where they began. */
    @Test
    void shouldFillColumnsOfAgentsTogether() {
        StartStates pairs = new StartStates(N, 2);
        Coordinator made = new Coordinator(
                shape,
                pairs,
                own,
                new AssignmentTable.Lease(2 * SECOND, 20 * SECOND),
                logs::add,
                Coordinator.Audit.NONE);
        made.join(one, 0);
        CompletableFuture<Void> done = fill(made);
        give(made, one, one.last(), TRUE);
        done.join();
        made.join(two, 0);
        CompletableFuture<Void> next = new CompletableFuture<>();
        made.begin(new BankRequest(1, new float[4], other, bank, next), 0);
        ColumnUnit lost = one.last();
        byte[] began = pairs.of(lost.from());

        made.result(1, of(lost, lost.from(), FALSE), 0); // an end that its state before has not
        made.leave(1, "has ended", 0);
        ColumnUnit again = two.last();

        assertEquals(0, lost.from() % 2 + lost.to() % 2);
        assertEquals(lost.from(), again.from());
        assertArrayEquals(ColumnCodec.start(began, bank, lost.from()), again.start(lost.from()));
        for (ColumnUnit unit : two.units()) {
            for (int e = unit.from(); e < unit.to(); e++) {
                made.result(2, of(unit, e, FALSE), 0);
            }
        }
        next.join();
        assertEquals(1, made.tally().count(ClusterCounters.Count.DUPLICATE));
    }

    private static ColumnResult of(ColumnUnit unit, int environment, ColumnResult[] with) {
        return new ColumnResult(
                unit.interval(), unit.attempt(), environment, with[environment].column(), with[environment].end());
    }

    private Coordinator audited() {
        Coordinator made = new Coordinator(
                shape, states, own, new AssignmentTable.Lease(2 * SECOND, 20 * SECOND), logs::add, new Audit(3, 1));
        made.join(one, 0);
        return made;
    }

    private CompletableFuture<Void> fill(Coordinator made) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        made.begin(new BankRequest(0, new float[4], bank, other, done), 0);
        return done;
    }

    private static void give(Coordinator made, Idle node, ColumnUnit unit, ColumnResult[] with) {
        for (int e = unit.from(); e < unit.to(); e++) {
            made.result(node.id(), new ColumnResult(0, unit.attempt(), e, with[e].column(), with[e].end()), 0);
        }
    }

    @Test
    void shouldComputeAgainWhatIsAudited() {
        Coordinator made = audited();
        CompletableFuture<Void> done = fill(made);

        give(made, one, one.last(), TRUE);
        done.join(); // which does not wait for the audit
        give(made, own, own.last(), TRUE);

        assertEquals(N, made.tally().count(ClusterCounters.Count.AUDITED));
        assertEquals(N, made.tally().count(ClusterCounters.Count.DUPLICATE));
        assertEquals(0, made.tally().count(ClusterCounters.Count.SECOND));
    }

    @Test
    void shouldEndTheRunWhereAnAuditedColumnDiffers() {
        Coordinator made = audited();
        CompletableFuture<Void> done = fill(made);
        ColumnUnit lied = one.last();

        made.result(1, new ColumnResult(0, lied.attempt(), 5, FALSE[5].column(), FALSE[5].end()), 0);
        give(made, own, own.last(), TRUE);

        String message =
                assertThrows(CompletionException.class, done::join).getCause().getMessage();
        assertTrue(
                message.startsWith(
                        "column 5 of interval 0 came twice with different bits, from node-1 and from node-0"),
                message);
    }

    @Test
    void shouldCountComparisonsAndWarnOfAuditsThatWereDropped() {
        Coordinator made = audited();
        CompletableFuture<Void> done = fill(made);
        give(made, one, one.last(), TRUE);
        done.join();
        assertEquals(0, made.tally().count(ClusterCounters.Count.AUDITED), "no column has been compared yet");
        assertEquals(N, made.openAudits());

        made.result(0, new ColumnResult(0, own.last().attempt(), N - 1, TRUE[N - 1].column(), TRUE[N - 1].end()), 0);
        assertEquals(N - 1, made.openAudits());
        made.endAudits();

        assertEquals(1, made.tally().count(ClusterCounters.Count.AUDITED));
        assertEquals(N - 1, made.tally().count(ClusterCounters.Count.AUDITS_DROPPED));
        assertTrue(logs.get(0).startsWith("warning: audits of " + (N - 1) + " columns were dropped"), logs + "");
    }

    @Test
    void shouldNotWaitForAnAuditThatCouldNotBeMade() {
        Coordinator made = audited();
        CompletableFuture<Void> done = fill(made);
        give(made, one, one.last(), TRUE);
        done.join();

        made.failed(0, 0, own.last().attempt(), "environment 0 threw", 0);

        assertEquals(0, made.openAudits());
        assertEquals(N, made.tally().count(ClusterCounters.Count.AUDITS_DROPPED));
        assertTrue(logs.contains("an audit could not be made: environment 0 threw"), logs + "");
    }

    @Test
    void shouldChooseAuditsByAKeyThatIsNotOfTheRun() {
        assertNotEquals(
                Audit.drawn(2).columns(0, 1000), Audit.drawn(2).columns(0, 1000), "a node knows all but the key");
    }

    @Test
    void shouldAuditOneColumnInSoManyByTheKeyAlone() {
        Audit audit = new Audit(7, 100);
        int chosen = 0;
        for (long interval = 0; interval < 1000; interval++) {
            chosen += audit.columns(interval, 100).cardinality();
            assertEquals(audit.columns(interval, 100), new Audit(7, 100).columns(interval, 100));
        }
        assertEquals(1000, chosen, 100, "three standard deviations");
        assertEquals(0, Audit.NONE.columns(1, 100).cardinality());
        assertEquals(100, new Audit(7, 1).columns(1, 100).cardinality());
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

        String message = assertThrows(CompletionException.class, () -> done.join())
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

        assertTrue(logs.get(0).startsWith("node-1 has made no progress for 21.0 s; 4 of its columns go"), logs + "");
        assertEquals(0, two.last().from());
    }

    @Test
    void shouldRefuseAColumnThatMakesNoSense() {
        coordinator.join(one, 0);
        CompletableFuture<Void> done = begin(0);

        coordinator.result(
                1, new ColumnResult(0, one.last().attempt(), 0, new byte[12], ReplicaDelta.of(new byte[0])), 0);

        assertFalse(done.isDone());
        assertEquals(N, own.last().width(), "the learner does it itself");
    }
}
