package io.htsrl.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class RatioScheduleTest {

    @Property(tries = 300)
    void shouldKeepTheRatioExactly(
            @ForAll @IntRange(max = 50) int updates,
            @ForAll @IntRange(min = 1, max = 50) int steps,
            @ForAll @Size(max = 60) List<@IntRange(max = 1000) Integer> intervals) {
        RatioSchedule schedule = new RatioSchedule(updates, steps);
        long inserted = 0;
        long due = 0;
        for (int interval : intervals) {
            inserted += interval;
            due += schedule.due(interval);
            assertEquals(inserted * updates / steps, due);
        }
    }

    @Example
    void shouldCarryTheRemainderThroughASave() throws IOException {
        RatioSchedule schedule = new RatioSchedule(1, 16);
        assertEquals(0, schedule.due(15));
        ByteArrayOutputStream saved = new ByteArrayOutputStream();
        schedule.save(new DataOutputStream(saved));
        RatioSchedule resumed = new RatioSchedule(1, 16);
        resumed.restore(new DataInputStream(new ByteArrayInputStream(saved.toByteArray())));
        assertEquals(1, resumed.due(1));
    }

    @Example
    void shouldRefuseRatiosThatAreNone() {
        assertThrows(IllegalArgumentException.class, () -> new RatioSchedule(-1, 1));
        assertThrows(IllegalArgumentException.class, () -> new RatioSchedule(1, 0));
        assertThrows(IllegalArgumentException.class, () -> new RatioSchedule(1, 2).due(-1));
    }
}
