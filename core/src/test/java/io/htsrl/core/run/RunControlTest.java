package io.htsrl.core.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RunControlTest {
    private final RunControl session = new RunControl();
    private final RunControl first = new RunControl();
    private final RunControl second = new RunControl();

    @Test
    void shouldAbortWhatIsLinkedAndNothingElse() {
        RunControl.Link ended = session.linkTo(first);
        ended.close();
        session.linkTo(second);

        session.abort();

        assertFalse(first.aborted(), "its link is closed");
        assertTrue(second.aborted());
        assertTrue(session.aborted());
    }

    @Test
    void shouldAbortAtOnceWhatIsLinkedLate() {
        session.abort();
        session.linkTo(first);

        assertTrue(first.aborted());
    }

    @Test
    void shouldNotAbortBackwards() {
        session.linkTo(first);
        first.abort();

        assertFalse(session.aborted());
    }

    @Test
    void shouldWakeEveryWaiterWhereWakingOneFails() {
        RuntimeException first = new IllegalStateException("first");
        RuntimeException second = new IllegalStateException("second");
        IllegalStateException cause = new IllegalStateException("cause");
        AtomicInteger woken = new AtomicInteger();
        session.onAbort(() -> {
            throw first;
        });
        session.onAbort(woken::incrementAndGet);
        session.onAbort(() -> {
            throw second;
        });
        session.onAbort(woken::incrementAndGet);

        session.fail("learner", cause);

        assertEquals(2, woken.get());
        assertEquals("learner", session.failure().role());
        assertSame(cause, session.failure().cause());
        assertEquals(List.of(first, second), List.of(cause.getSuppressed()));
    }

    @Test
    void shouldFailWhereAnAbortWithoutAFailureCannotWakeAWaiter() {
        RuntimeException first = new IllegalStateException("first");
        session.onAbort(() -> {
            throw first;
        });

        session.abort();
        session.abort();

        assertSame(first, session.failure().cause());
        assertEquals(0, first.getSuppressed().length, "it is not its own consequence");
    }
}
