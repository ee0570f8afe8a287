package io.htsrl.core.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ScheduleTest {

    private static List<Schedule> those(Predicate<Schedule> fact) {
        return Stream.of(Schedule.values()).filter(fact).toList();
    }

    @Test
    void shouldKnowItsFacts() {
        assertEquals(List.of(Schedule.HTS, Schedule.SYNC, Schedule.SERIAL), those(Schedule::barrier));
        assertEquals(List.of(Schedule.HTS, Schedule.SYNC, Schedule.SERIAL), those(Schedule::deterministic));
        assertEquals(List.of(Schedule.HTS, Schedule.SYNC, Schedule.SERIAL), those(Schedule::checkpoints));
        assertEquals(List.of(Schedule.ASYNC), those(Schedule::queues));
        assertEquals(List.of(Schedule.A3C), those(Schedule::sharesParameters));
        assertEquals(List.of(Schedule.SYNC), those(Schedule::lockstep));
        assertEquals(List.of(Schedule.SERIAL), those(Schedule::oneThread));
        assertEquals(List.of(Schedule.HTS, Schedule.SERIAL), those(Schedule::overlaps));
        assertEquals(List.of(Schedule.HTS, Schedule.SERIAL), those(schedule -> schedule.trailingUpdates() == 1));
    }

    @Test
    void shouldHaveAFixedLagWhereThereIsABarrier() {
        assertEquals(1, Schedule.HTS.lag());
        assertEquals(0, Schedule.SYNC.lag());
        assertEquals(1, Schedule.SERIAL.lag());
        assertThrows(IllegalStateException.class, Schedule.ASYNC::lag);
        assertThrows(IllegalStateException.class, Schedule.A3C::lag);
    }

    @Test
    void shouldKnowWhichGiveTheSameBits() {
        assertEquals(List.of(Schedule.HTS, Schedule.SERIAL), those(Schedule.SERIAL::hasBitsOf));
        assertEquals(List.of(Schedule.SYNC), those(Schedule.SYNC::hasBitsOf));
        assertEquals(List.of(), those(Schedule.ASYNC::hasBitsOf));
        assertFalse(Schedule.HTS.hasBitsOf(Schedule.SYNC));
        assertEquals(Schedule.HTS, Schedule.SERIAL.concurrent());
        assertEquals(Schedule.SYNC, Schedule.SYNC.concurrent());
        assertTrue(Stream.of(Schedule.values())
                .allMatch(schedule -> schedule.oracle().concurrent() == schedule || schedule.oneThread()));
    }

    @Test
    void shouldBeFoundByItsName() {
        for (Schedule schedule : Schedule.values()) {
            assertEquals(Optional.of(schedule), Schedule.named(schedule.toString()));
        }
        assertEquals(Optional.empty(), Schedule.named("HTS"));
        assertEquals(Optional.empty(), Schedule.named(null));
    }
}
