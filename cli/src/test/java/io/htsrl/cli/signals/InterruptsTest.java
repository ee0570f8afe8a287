package io.htsrl.cli.signals;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.signals.Signals.Interrupts;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class InterruptsTest {
    private final AtomicInteger halts = new AtomicInteger();

    @Test
    void shouldTellOfTheFirstAndEndTheProcessAtTheSecond() {
        try (Interrupts interrupts = new Interrupts(halts::incrementAndGet)) {
            assertFalse(interrupts.happened());
            interrupts.interrupt();
            assertTrue(interrupts.happened());
            assertEquals(0, halts.get());
            interrupts.interrupt();
        }
        assertEquals(1, halts.get());
    }

    /** Windows lacks SIGHUP, for example. */
    @Test
    void shouldDoNothingForASignalThatTheSystemLacks() {
        Signals.on("NONE", halts::incrementAndGet).run();

        assertEquals(0, halts.get());
    }
}
