package io.htsrl.actionbuffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.schedule.WaitMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BackoffTest {
    private static final long LONG_NANOS = 300_000;
    private static final long SHORT_NANOS = 10_000;
    private static final int WAITS = 32;

    private long now;

    /** The looks of a wait that takes so long, until it sleeps: that takes no look. */
    private int looks(Backoff backoff, long nanos) {
        long end = now + nanos;
        int looks = 0;
        backoff.begin();
        while (now < end && backoff.pause()) {
            looks++;
            now += 1000;
        }
        now = Math.max(now, end);
        backoff.end();
        return looks;
    }

    @Test
    void shouldLookForAWhileBeforeItSleeps() {
        Backoff backoff = new Backoff(WaitMode.PHASED, () -> now);
        assertEquals(51, looks(backoff, LONG_NANOS));
    }

    @Test
    void shouldSleepAtOnceWhereWaitsAreLong() {
        Backoff backoff = new Backoff(WaitMode.PHASED, () -> now);
        for (int wait = 0; wait < WAITS; wait++) {
            looks(backoff, LONG_NANOS);
        }
        assertEquals(0, looks(backoff, LONG_NANOS));
    }

    @Test
    void shouldLookAgainWhereWaitsHaveBecomeShort() {
        Backoff backoff = new Backoff(WaitMode.PHASED, () -> now);
        for (int wait = 0; wait < WAITS; wait++) {
            looks(backoff, LONG_NANOS);
        }
        for (int wait = 0; wait < WAITS; wait++) {
            looks(backoff, SHORT_NANOS);
        }
        assertEquals(10, looks(backoff, SHORT_NANOS));
    }

    @Test
    void shouldForgetAWaitOfHoursSoon() {
        Backoff backoff = new Backoff(WaitMode.PHASED, () -> now);
        looks(backoff, Long.MAX_VALUE / 4);
        assertTrue(looks(backoff, SHORT_NANOS) > 0);
    }

    @ParameterizedTest
    @EnumSource(
            value = WaitMode.class,
            names = {"YIELDING", "BUSY_SPIN"})
    void shouldNeverSleepWhereThatIsNotWanted(WaitMode mode) {
        Backoff backoff = new Backoff(mode, () -> now);
        assertEquals(LONG_NANOS / 1000, looks(backoff, LONG_NANOS));
        assertEquals(LONG_NANOS / 1000, looks(backoff, LONG_NANOS));
    }

    @Test
    void shouldSleepAtOnceWhereThatIsWanted() {
        assertFalse(new Backoff(WaitMode.BLOCKING, () -> now).pause());
    }
}
