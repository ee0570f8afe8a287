package io.htsrl.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.core.work.Team;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SwapBarrierTest {
    private static final Duration BOUND = Duration.ofMinutes(30);
    private static final int PARTIES = 3;

    private final RunControl control = new RunControl();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    /** Plain fields: only G1 and G2 make this count. */
    private static final class Shared {
        private final long[] arrivals = new long[PARTIES];
        private long sum;
    }

    @ParameterizedTest
    @EnumSource(WaitMode.class)
    void shouldRunTheActionBetweenAllArrivalsAndAllDepartures(WaitMode mode) {
        int intervals = mode == WaitMode.BUSY_SPIN || mode == WaitMode.YIELDING ? 50 : 2000;
        Shared shared = new Shared();
        SwapBarrier barrier = new SwapBarrier(
                () -> PARTIES,
                () -> {
                    shared.sum = 0;
                    for (long arrival : shared.arrivals) {
                        shared.sum += arrival;
                    }
                    return () -> {};
                },
                () -> mode,
                control,
                new Team(3, 0)); // places for two of them
        List<Future<Boolean>> parties = new ArrayList<>();
        for (int p = 0; p < PARTIES; p++) {
            int party = p;
            parties.add(threads.submit(() -> {
                for (long interval = 1; interval <= intervals; interval++) {
                    shared.arrivals[party] = interval;
                    barrier.await(null);
                    assertEquals(PARTIES * interval, shared.sum);
                    barrier.await(null); // nobody writes the next arrival before everybody has looked
                }
                return true;
            }));
        }
        assertTimeoutPreemptively(BOUND, () -> {
            for (Future<Boolean> party : parties) {
                assertTrue(party.get());
            }
        });
        assertEquals(2L * intervals, barrier.swaps());
    }

    @ParameterizedTest
    @EnumSource(WaitMode.class)
    void shouldReleaseWaitersWhenTheRunIsAborted(WaitMode mode) throws Exception {
        release(mode, Team.alone());
    }

    @ParameterizedTest
    @EnumSource(WaitMode.class)
    void shouldReleaseThoseWhoHelpWhenTheRunIsAborted(WaitMode mode) throws Exception {
        release(mode, new Team(2, 0));
    }

    private void release(WaitMode mode, Team team) throws Exception {
        SwapBarrier barrier = new SwapBarrier(() -> 2, () -> () -> {}, () -> mode, control, team);
        CountDownLatch started = new CountDownLatch(1);
        Future<Boolean> released = threads.submit(() -> {
            started.countDown();
            assertThrows(RunAbortedException.class, () -> barrier.await(null));
            return true;
        });
        started.await();
        control.fail("executor-0", new IllegalStateException("for the test"));
        assertTrue(assertTimeoutPreemptively(BOUND, () -> released.get()));
        assertThrows(RunAbortedException.class, () -> barrier.await(null));
    }
}
