package io.htsrl.core.staff;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.run.RunControl;
import io.htsrl.core.run.Worker;
import io.htsrl.core.run.WorkerThreads;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.core.time.RoleClock;
import io.htsrl.core.time.SpanRecorder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class RosterTest {
    private static final Manning TWO = new Manning(2, 0, 4, WaitMode.PHASED);

    private final RunControl control = new RunControl();
    private final Roster roster = new Roster(Units.each(5), 4, TWO, control);

    private static RoleClock clock() {
        return new RoleClock("executor", new SpanRecorder("executor-3", 0));
    }

    /** Waits for duty as executor 3, and counts down when it has begun and when it goes on. */
    private record Parked(Roster roster, CountDownLatch begun, CountDownLatch gone) implements Worker {
        @Override
        public String roleName() {
            return "executor-3";
        }

        @Override
        public void run() {
            begun.countDown();
            roster.awaitDuty(3, clock());
            gone.countDown();
        }
    }

    private WorkerThreads park(CountDownLatch gone) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        WorkerThreads threads = new WorkerThreads(control);
        threads.start(List.of(new Parked(roster, begun, gone)));
        begun.await();
        return threads;
    }

    @Test
    void shouldDealReplicasOutInTurn() {
        assertArrayEquals(new int[] {0, 1, 0, 1, 0}, roster.owners());
        roster.plan(TWO.withExecutors(4));
        assertArrayEquals(new int[] {0, 1, 2, 3, 0}, roster.owners());
        roster.plan(TWO.withExecutors(1));
        assertArrayEquals(new int[] {0, 0, 0, 0, 0}, roster.owners());
    }

    @Test
    void shouldKeepUnitsTogether() {
        Roster grouped = new Roster(Units.ofExecutors(6, 3), 3, TWO.withExecutors(3), control);
        assertArrayEquals(new int[] {0, 1, 2, 0, 1, 2}, grouped.owners());
        grouped.plan(TWO);
        assertArrayEquals(new int[] {0, 1, 0, 0, 1, 0}, grouped.owners());
    }

    @Test
    void shouldNeverOwnMoreThanThereIsRoomFor() {
        for (Units units : List.of(Units.each(7), Units.ofExecutors(7, 3), Units.ofExecutors(7, 7))) {
            int executors = units.count();
            Roster any = new Roster(units, executors, TWO.withExecutors(executors), control);
            for (int serving = 1; serving <= executors; serving++) {
                any.plan(TWO.withExecutors(serving));
                for (int worker = 0; worker < serving; worker++) {
                    assertTrue(any.owned(worker) <= units.most(worker), worker + " of " + serving);
                }
            }
        }
    }

    @Test
    void shouldRetireInsideTheSwapAndCallBackBehindIt() {
        roster.plan(TWO.withExecutors(1));
        assertFalse(roster.executes(1));
        roster.advanced(false);
        roster.plan(TWO.withExecutors(3));
        assertFalse(roster.executes(1), "the barrier has not let its parties go");
        assertEquals(4, roster.parties());
        roster.advanced(false);
        assertTrue(roster.executes(1));
        assertTrue(roster.executes(2));
        assertFalse(roster.executes(3));
    }

    @Test
    void shouldTellExecutorsInsideTheSwapWhetherTheyServe() {
        assertTrue(roster.executorsServe());
        roster.plan(TWO.withActors(1));
        assertFalse(roster.executorsServe());
        assertFalse(roster.acts(0), "woken behind the swap");
        roster.advanced(false);
        assertTrue(roster.acts(0));
        assertFalse(roster.acts(1));
    }

    @Test
    void shouldRefuseMoreExecutorsThanThereAre() {
        assertThrows(IllegalArgumentException.class, () -> roster.plan(TWO.withExecutors(5)));
        assertThrows(IllegalArgumentException.class, () -> roster.plan(TWO.withExecutors(0)));
    }

    @Test
    void shouldWakeWhoIsCalledBack() {
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            CountDownLatch gone = new CountDownLatch(1);
            WorkerThreads threads = park(gone);
            roster.plan(TWO.withExecutors(3));
            roster.advanced(false);
            assertEquals(1, gone.getCount());
            roster.plan(TWO.withExecutors(4));
            roster.advanced(false);
            gone.await();
            threads.join();
        });
    }

    @Test
    void shouldWakeWhoIsParkedWhenTheRunEnds() {
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            CountDownLatch gone = new CountDownLatch(1);
            WorkerThreads threads = park(gone);
            roster.advanced(true);
            gone.await();
            threads.join();
            assertFalse(roster.executes(3));
        });
    }

    @Test
    void shouldWakeWhoIsParkedWhenTheRunFails() {
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            CountDownLatch gone = new CountDownLatch(1);
            WorkerThreads threads = park(gone);
            control.fail("learner", new IllegalStateException("broken"));
            threads.join();
            assertEquals(1, gone.getCount(), "thrown out of its wait");
            assertEquals("learner", control.failure().role());
        });
    }

    @Test
    void shouldNotParkInAFailedRun() {
        control.fail("learner", new IllegalStateException("broken"));
        assertThrows(RuntimeException.class, () -> roster.awaitDuty(3, clock()));
    }
}
