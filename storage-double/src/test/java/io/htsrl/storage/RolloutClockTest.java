package io.htsrl.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.time.AnnealingHorizon;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class RolloutClockTest {

    /** The state of a clock that was planned for {@code intervals}, after {@code done} of them. */
    private static DataInputStream saved(long intervals, int done) throws IOException {
        RolloutClock clock = new RolloutClock(intervals);
        for (int i = 0; i < done; i++) {
            clock.advance(false);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        clock.save(new DataOutputStream(bytes));
        return new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    }

    @Test
    void shouldGoOnWhereItWas() throws IOException {
        RolloutClock clock = new RolloutClock(5);
        clock.restore(saved(5, 3));
        assertEquals(3, clock.interval());
        assertFalse(clock.finished());
        clock.restore(saved(5, 5));
        assertTrue(clock.finished());
    }

    @Test
    void shouldGoOnForLongerWhereThePlanDecidesNothing() throws IOException {
        RolloutClock clock = new RolloutClock(AnnealingHorizon.of(9), false, Long.MAX_VALUE);
        clock.restore(saved(5, 5));
        assertFalse(clock.finished());
        assertThrows(IOException.class, () -> clock.restore(saved(20, 10)), "more are done than planned");
    }

    @Test
    void shouldRefuseAnotherPlanWhereItDecides() throws IOException {
        assertThrows(IOException.class, () -> new RolloutClock(9).restore(saved(5, 5)));
        RolloutClock given =
                new RolloutClock(new AnnealingHorizon(9, List.of(new AnnealingHorizon.Earlier(5, 5))), true, 9);
        given.restore(saved(5, 5));
        assertFalse(given.finished());
        given.restore(saved(5, 4));
        assertThrows(IOException.class, () -> given.restore(saved(9, 5)), "after five it was planned for five");
        given.restore(saved(9, 6));
        assertEquals(6, given.interval());
    }

    @Test
    void shouldStopBeforeItsPlannedEndAlsoWhereItIsRestoredThere() throws IOException {
        RolloutClock clock = new RolloutClock(AnnealingHorizon.of(5), true, 4);
        clock.restore(saved(5, 3));
        assertFalse(clock.finished());
        clock.advance(false);
        assertTrue(clock.finished());
        assertEquals(5, clock.intervals(), "as planned");
        clock.restore(saved(5, 4));
        assertTrue(clock.finished());
    }
}
