package io.htsrl.policies.gradient;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TeamTest {

    /** Phases of all sizes, with pauses in which helpers park. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void shouldRunEveryUnitOnceAndReturnWhenAllHaveEnded(int lanes) {
        try (Team team = new Team(lanes)) {
            assertEquals(lanes, team.lanes());
            for (int round = 0; round < 3000; round++) {
                AtomicIntegerArray runs = new AtomicIntegerArray(round % 23);
                int[] plain = new int[runs.length()];
                int[] laneUsers = new int[lanes];
                team.run(new Phase(runs::length, (unit, lane) -> {
                    runs.incrementAndGet(unit);
                    plain[unit] = unit + 1;
                    laneUsers[lane]++; // would lose counts if two threads had one lane
                }));
                int counted = 0;
                for (int users : laneUsers) {
                    counted += users;
                }
                assertEquals(runs.length(), counted);
                for (int unit = 0; unit < plain.length; unit++) {
                    assertEquals(1, runs.get(unit));
                    assertEquals(unit + 1, plain[unit]);
                }
                if (round % 500 == 0) {
                    LockSupport.parkNanos(200_000);
                }
            }
        }
    }

    @Test
    void shouldShareUnitsWithHelpers() {
        try (Team team = new Team(2)) {
            CountDownLatch both = new CountDownLatch(2);
            team.run(new Phase(() -> 2, (unit, lane) -> {
                both.countDown();
                await(both);
            }));
            assertEquals(0, both.getCount());
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldThrowWhatAUnitThrewOnceAllHaveEndedAndGoOn() {
        try (Team team = new Team(3)) {
            for (int round = 0; round < 200; round++) {
                AtomicIntegerArray runs = new AtomicIntegerArray(9);
                Error failure = new AssertionError("unit");
                Error thrown = assertThrows(
                        AssertionError.class,
                        () -> team.run(new Phase(() -> 9, (unit, lane) -> {
                            runs.incrementAndGet(unit);
                            if (unit == 4) {
                                throw failure;
                            }
                        })));
                assertSame(failure, thrown);
                for (int unit = 0; unit < 9; unit++) {
                    assertEquals(1, runs.get(unit));
                }
            }
        }
    }

    @Test
    void shouldEndItsThreadsAndKeepTheInterrupt() {
        Team team = new Team(4);
        Thread.currentThread().interrupt();
        team.close();
        assertTrue(Thread.interrupted());
        assertEquals(
                0,
                Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().startsWith("gradient-") && thread.isAlive())
                        .count());
    }
}
