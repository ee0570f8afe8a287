package io.htsrl.core.run;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
}
