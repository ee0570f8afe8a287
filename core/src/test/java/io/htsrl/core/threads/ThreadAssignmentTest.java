package io.htsrl.core.threads;

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

class ThreadAssignmentTest {
    private static final ThreadSettings TWO = new ThreadSettings(2, 0, 4, WaitMode.PHASED);

    private final RunControl control = new RunControl();
    private final ThreadAssignment assignment = new ThreadAssignment(ReplicaGroups.each(5), 4, TWO, control);

    private static RoleClock clock() {
        return new RoleClock("executor", new SpanRecorder("executor-3", 0));
    }

    /** Waits for duty as executor 3, and counts down when it has begun and when it goes on. */
    private record Parked(ThreadAssignment assignment, CountDownLatch begun, CountDownLatch gone) implements Worker {
        @Override
        public String roleName() {
            return "executor-3";
        }

        @Override
        public void run() {
            begun.countDown();
            assignment.awaitDuty(3, clock());
            gone.countDown();
        }
    }

    private WorkerThreads park(CountDownLatch gone) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        WorkerThreads threads = new WorkerThreads(control);
        threads.start(List.of(new Parked(assignment, begun, gone)));
        begun.await();
        return threads;
    }

    @Test
    void shouldGiveExecutorsNeighbouringReplicas() {
        assertArrayEquals(new int[] {0, 0, 0, 1, 1}, assignment.owners());
        assignment.plan(TWO.withExecutors(4));
        assertArrayEquals(new int[] {0, 0, 1, 2, 3}, assignment.owners());
        assignment.plan(TWO.withExecutors(1));
        assertArrayEquals(new int[] {0, 0, 0, 0, 0}, assignment.owners());
    }

    @Test
    void shouldKeepUnitsTogether() {
        ThreadAssignment grouped =
                new ThreadAssignment(ReplicaGroups.ofExecutors(6, 3), 3, TWO.withExecutors(3), control);
        assertArrayEquals(new int[] {0, 0, 1, 1, 2, 2}, grouped.owners());
        grouped.plan(TWO);
        assertArrayEquals(new int[] {0, 0, 0, 0, 1, 1}, grouped.owners());
    }

    @Test
    void shouldDealThemOutWhereNeighboursAreToBeSpread() {
        ThreadAssignment dealt = new ThreadAssignment(ReplicaGroups.dealt(7, 1, 3), 3, TWO.withExecutors(3), control);
        assertArrayEquals(new int[] {0, 1, 2, 0, 1, 2, 0}, dealt.owners());
    }

    @Test
    void shouldNeverOwnMoreThanThereIsRoomFor() {
        for (ReplicaGroups units : List.of(
                ReplicaGroups.each(7),
                ReplicaGroups.ofExecutors(7, 3),
                ReplicaGroups.ofExecutors(7, 7),
                ReplicaGroups.dealt(7, 1, 3))) {
            int executors = units.count();
            ThreadAssignment any = new ThreadAssignment(units, executors, TWO.withExecutors(executors), control);
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
        assignment.plan(TWO.withExecutors(1));
        assertFalse(assignment.executes(1));
        assignment.publication(false).run();
        assignment.plan(TWO.withExecutors(3));
        assertFalse(assignment.executes(1), "the barrier has not let its parties go");
        assertEquals(4, assignment.parties());
        assignment.publication(false).run();
        assertTrue(assignment.executes(1));
        assertTrue(assignment.executes(2));
        assertFalse(assignment.executes(3));
    }

    /** The thread that ran a swap may publish its plan only after the next swap has made another. */
    @Test
    void shouldNotPublishAPlanThatALaterOneHasReplaced() {
        assignment.plan(TWO.withExecutors(1));
        Runnable late = assignment.publication(false);
        assignment.plan(TWO.withExecutors(3));
        late.run();
        assertFalse(assignment.executes(1), "the barrier has not let its parties go");
        assertEquals(TWO, assignment.serving());
    }

    @Test
    void shouldTellExecutorsInsideTheSwapWhetherTheyServe() {
        assertTrue(assignment.executorsServe());
        assignment.plan(TWO.withActors(1));
        assertFalse(assignment.executorsServe());
        assertFalse(assignment.acts(0), "woken behind the swap");
        assignment.publication(false).run();
        assertTrue(assignment.acts(0));
        assertFalse(assignment.acts(1));
    }

    @Test
    void shouldRefuseMoreExecutorsThanThereAre() {
        assertThrows(IllegalArgumentException.class, () -> assignment.plan(TWO.withExecutors(5)));
        assertThrows(IllegalArgumentException.class, () -> assignment.plan(TWO.withExecutors(0)));
    }

    @Test
    void shouldWakeWhoIsCalledBack() {
        assertTimeoutPreemptively(Duration.ofMinutes(30), () -> {
            CountDownLatch gone = new CountDownLatch(1);
            WorkerThreads threads = park(gone);
            assignment.plan(TWO.withExecutors(3));
            assignment.publication(false).run();
            assertFalse(assignment.executes(3));
            assertEquals(1, gone.getCount());
            assignment.plan(TWO.withExecutors(4));
            assignment.publication(false).run();
            gone.await();
            threads.join();
        });
    }

    @Test
    void shouldWakeWhoIsParkedWhenTheRunEnds() {
        assertTimeoutPreemptively(Duration.ofMinutes(30), () -> {
            CountDownLatch gone = new CountDownLatch(1);
            WorkerThreads threads = park(gone);
            assignment.publication(true).run();
            gone.await();
            threads.join();
            assertFalse(assignment.executes(3));
        });
    }

    @Test
    void shouldWakeWhoIsParkedWhenTheRunFails() {
        assertTimeoutPreemptively(Duration.ofMinutes(30), () -> {
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
        assertThrows(RuntimeException.class, () -> assignment.awaitDuty(3, clock()));
    }
}
