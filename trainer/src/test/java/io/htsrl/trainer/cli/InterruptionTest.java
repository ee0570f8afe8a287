package io.htsrl.trainer.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.RunControl;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class InterruptionTest {
    private final RunControl control = new RunControl();
    private final StringWriter err = new StringWriter();
    private final AtomicInteger halts = new AtomicInteger();
    private final Interruption interruption =
            new Interruption(control, new PrintWriter(err), halts::incrementAndGet);

    @Test
    void shouldAskForAStopFirst() {
        try (interruption) {
            interruption.interrupt();
        }

        assertTrue(interruption.happened());
        assertTrue(control.stopRequested());
        assertFalse(control.aborted());
        assertTrue(err.toString().contains("Ctrl-C again to abort"));
    }

    @Test
    void shouldAbortAtTheSecondAndEndTheProcessAtTheThird() {
        try (interruption) {
            interruption.interrupt();
            interruption.interrupt();
            assertTrue(control.aborted());
            assertEquals(0, halts.get());
            interruption.interrupt();
        }

        assertEquals(1, halts.get());
    }

    @Test
    void shouldLeaveNoTraceOfAnUndisturbedRun() {
        try (Interruption installed = interruption.install()) {
            assertFalse(installed.happened());
        }

        assertFalse(control.stopRequested());
        assertEquals("", err.toString());
    }
}
