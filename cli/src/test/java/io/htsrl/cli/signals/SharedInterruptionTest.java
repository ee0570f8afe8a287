package io.htsrl.cli.signals;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.run.RunControl;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SharedInterruptionTest {
    private final StringWriter err = new StringWriter();
    private final SharedInterruption shared = new SharedInterruption(new PrintWriter(err));
    private final AtomicInteger halts = new AtomicInteger();

    private Interruption member(RunControl control) {
        return new Interruption(
                        control,
                        new PrintWriter(PrintWriter.nullWriter()),
                        Interruption.STOPPING,
                        code -> halts.incrementAndGet())
                .install(shared);
    }

    @Test
    void shouldStopAllAndTellTheUserOnce() {
        RunControl first = new RunControl();
        RunControl second = new RunControl();
        try (Interruption one = member(first);
                Interruption other = member(second)) {
            shared.interrupt(ExitCode.INTERRUPTED);

            assertTrue(first.stopRequested() && second.stopRequested());
            assertFalse(first.aborted() || second.aborted());
            assertTrue(one.happened() && other.happened() && shared.happened());
            assertEquals(1, err.toString().split("Ctrl-C again to abort", -1).length - 1, err::toString);

            shared.interrupt(ExitCode.INTERRUPTED);
            assertTrue(first.aborted() && second.aborted());
            shared.interrupt(ExitCode.INTERRUPTED);
            assertTrue(halts.get() >= 1);
        }
    }

    @Test
    void shouldStopOneThatJoinsLate() {
        shared.interrupt(ExitCode.TERMINATED);
        RunControl late = new RunControl();
        try (Interruption member = member(late)) {
            assertTrue(late.stopRequested());
            assertEquals(ExitCode.TERMINATED, member.code(ExitCode.INTERRUPTED));
        }
    }

    @Test
    void shouldBeHeardWhileNoRunIsUnderWay() {
        member(new RunControl()).close();
        assertEquals(ExitCode.INTERRUPTED, shared.code());
        shared.interrupt(ExitCode.HUNG_UP);
        assertTrue(shared.happened());
        assertEquals(ExitCode.HUNG_UP, shared.code());
        assertEquals("stopping before the next run", err.toString().strip());
    }

    @Test
    void shouldLeaveARunAloneThatHasEnded() {
        RunControl ended = new RunControl();
        member(ended).close();
        shared.interrupt(ExitCode.INTERRUPTED);
        assertFalse(ended.stopRequested());
    }
}
