package io.htsrl.core.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.schedule.WaitMode;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TeamTest {

    /** Phases have all sizes, shared and not, with pauses in which helpers park. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void shouldRunEveryUnitOnceAndReturnWhenAllHaveEnded(int lanes) {
        try (Team team = Team.of(lanes)) {
            assertEquals(lanes, team.lanes());
            for (int round = 0; round < 3000; round++) {
                AtomicIntegerArray runs = new AtomicIntegerArray(round % 23);
                int[] plain = new int[runs.length()];
                int[] laneUsers = new int[lanes];
                Phase phase = new Phase(runs::length, (unit, lane) -> {
                    runs.incrementAndGet(unit);
                    plain[unit] = unit + 1;
                    laneUsers[lane]++; // would lose counts if two threads had one lane
                });
                team.run(phase);
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
    void shouldThrowWhatAUnitThrewOnceAllHaveEndedAndGoOn() {
        try (Team team = Team.of(3)) {
            Error failure = new AssertionError("unit");
            AtomicIntegerArray runs = new AtomicIntegerArray(9);
            Phase phase = new Phase(() -> 9, (unit, lane) -> {
                LockSupport.parkNanos(20_000); // long enough to be shared
                runs.incrementAndGet(unit);
                if (unit == 4) {
                    throw failure;
                }
            });
            for (int round = 0; round < 50; round++) {
                int before = runs.get(4);
                assertSame(failure, assertThrows(AssertionError.class, () -> team.run(phase)));
                assertEquals(before + 1, runs.get(4));
            }
            Phase other = new Phase(() -> 9, (unit, lane) -> runs.set(unit, -1));
            team.run(other);
            for (int unit = 0; unit < 9; unit++) {
                assertEquals(-1, runs.get(unit));
            }
        }
    }

    @Test
    void shouldEndItsThreadsAndKeepTheInterrupt() {
        Team team = Team.of(4);
        Thread.currentThread().interrupt();
        team.close();
        assertTrue(Thread.interrupted());
        assertEquals(
                0,
                Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().startsWith("learner-") && thread.isAlive())
                        .count());
    }

    @ParameterizedTest
    @EnumSource(WaitMode.class)
    void shouldBeHelpedByThoseWhoWait(WaitMode mode) throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        try (Team team = new Team(2, 0)) {
            FutureTask<Boolean> waiting = new FutureTask<>(() -> team.helpUntil(wait -> over.get(), 0, mode));
            Thread helper = new Thread(waiting);
            helper.start();
            Set<Thread> workers = ConcurrentHashMap.newKeySet();
            // each round may be over before the helper has come: until it has been there
            Phase phase = new Phase(() -> 50, (unit, lane) -> {
                workers.add(Thread.currentThread());
                LockSupport.parkNanos(20_000); // long enough to be woken for
            });
            while (workers.size() < 2) {
                team.run(phase);
            }
            assertEquals(Set.of(Thread.currentThread(), helper), workers);
            over.set(true);
            team.wakeHelpers();
            assertTrue(assertTimeoutPreemptively(Duration.ofMinutes(30), () -> waiting.get()));
        }
    }

    @Test
    void shouldTellWhoWaitsThatThereIsNoPlace() {
        try (Team team = Team.alone()) {
            assertFalse(team.helpUntil(wait -> false, 0, WaitMode.PHASED));
        }
        assertThrows(IllegalArgumentException.class, () -> new Team(2, 2));
    }
}
