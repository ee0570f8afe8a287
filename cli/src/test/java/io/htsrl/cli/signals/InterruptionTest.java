package io.htsrl.cli.signals;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.run.RunControl;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class InterruptionTest {
    private final RunControl control = new RunControl();
    private final StringWriter err = new StringWriter();
    private final List<Integer> halts = new ArrayList<>();
    private final Interruption interruption =
            new Interruption(control, new PrintWriter(err), Interruption.STOPPING, halts::add);

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

    /** An interval plus its update may take long; what does not move any more is not ended here. */
    @Test
    void shouldSetNoTimeForTheStopOfTheFirst() {
        Set<Thread> others = watches(Set.of()); // of other tests
        try (interruption) {
            interruption.interrupt();
            assertEquals(Set.of(), watches(others), "threads that wait for a time to be over");
            interruption.interrupt();
            assertEquals(1, watches(others).size(), "an abort that does not end the run ends the process");
        }
    }

    private static Set<Thread> watches(Set<Thread> others) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("interrupt-watch") && !others.contains(thread))
                .collect(Collectors.toSet());
    }

    @Test
    void shouldSayWhatItWaitsFor() {
        try (interruption) {
            interruption.interrupt();
        }
        assertTrue(
                err.toString()
                        .contains("stopping at the end of this interval: waiting for its steps, and for the "
                                + "update and evaluations under way; Ctrl-C again to abort"),
                err::toString);
    }

    @Test
    void shouldAnswerTheFirstSignalWithItsCode() {
        try (interruption) {
            assertEquals(ExitCode.INTERRUPTED, interruption.code(ExitCode.INTERRUPTED));
            interruption.interrupt(ExitCode.TERMINATED);
            interruption.interrupt(ExitCode.INTERRUPTED);
            assertEquals(ExitCode.TERMINATED, interruption.code(ExitCode.INTERRUPTED));
            assertEquals(ExitCode.OK, interruption.code(ExitCode.OK));
            assertEquals(ExitCode.FAILED, interruption.code(ExitCode.FAILED));
            interruption.interrupt(ExitCode.INTERRUPTED);
            assertEquals(List.of(ExitCode.TERMINATED), halts);
        }
        assertTrue(err.toString().contains("another signal to abort"), err::toString);
    }

    @Test
    void shouldAbortAtTheSecondAndEndTheProcessAtTheThird() {
        try (interruption) {
            interruption.interrupt();
            interruption.interrupt();
            assertTrue(control.aborted());
            assertEquals(List.of(), halts);
            interruption.interrupt();
        }

        assertEquals(List.of(ExitCode.INTERRUPTED), halts);
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
