package io.htsrl.core.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WaiterTest {
    private static final long LONG_NANOS = 300_000;
    private static final long SHORT_NANOS = 10_000;
    private static final int WAITS = 32;

    private long now;

    /** The looks of a wait that takes so long, until it sleeps: that takes no look. */
    private int looks(Waiter waiter, long nanos) {
        long end = now + nanos;
        int looks = 0;
        waiter.begin();
        while (now < end && waiter.pause()) {
            looks++;
            now += 1000;
        }
        now = Math.max(now, end);
        waiter.end();
        return looks;
    }

    @Test
    void shouldLookForAWhileBeforeItSleeps() {
        Waiter waiter = new Waiter(WaitMode.PHASED, () -> now);
        assertEquals(51, looks(waiter, LONG_NANOS));
    }

    @Test
    void shouldSleepAtOnceWhereWaitsAreLong() {
        Waiter waiter = new Waiter(WaitMode.PHASED, () -> now);
        for (int wait = 0; wait < WAITS; wait++) {
            looks(waiter, LONG_NANOS);
        }
        assertEquals(0, looks(waiter, LONG_NANOS));
    }

    @Test
    void shouldLookAgainWhereWaitsHaveBecomeShort() {
        Waiter waiter = new Waiter(WaitMode.PHASED, () -> now);
        for (int wait = 0; wait < WAITS; wait++) {
            looks(waiter, LONG_NANOS);
        }
        for (int wait = 0; wait < WAITS; wait++) {
            looks(waiter, SHORT_NANOS);
        }
        assertEquals(10, looks(waiter, SHORT_NANOS));
    }

    @Test
    void shouldForgetAWaitOfHoursSoon() {
        Waiter waiter = new Waiter(WaitMode.PHASED, () -> now);
        looks(waiter, Long.MAX_VALUE / 4);
        assertTrue(looks(waiter, SHORT_NANOS) > 0);
    }

    @ParameterizedTest
    @EnumSource(
            value = WaitMode.class,
            names = {"YIELDING", "BUSY_SPIN"})
    void shouldNeverSleepWhereThatIsNotWanted(WaitMode mode) {
        Waiter waiter = new Waiter(mode, () -> now);
        assertEquals(LONG_NANOS / 1000, looks(waiter, LONG_NANOS));
        assertEquals(LONG_NANOS / 1000, looks(waiter, LONG_NANOS));
    }

    @Test
    void shouldSleepAtOnceWhereThatIsWanted() {
        assertFalse(new Waiter(WaitMode.BLOCKING, () -> now).pause());
    }
}
