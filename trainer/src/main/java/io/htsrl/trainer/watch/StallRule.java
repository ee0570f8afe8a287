package io.htsrl.trainer.watch;

import io.htsrl.core.run.RunControl;
import io.htsrl.core.run.WaitRegistry;
import io.htsrl.core.run.WaitRegistry.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Detects that a run is stalled: each of its threads is inside a wait that only another of them can end, and none has
 * left its wait for {@link #LOOKS} looks. Working threads, for example in an environment or a file, are in no such
 * wait. It counts looks, not time, since a whole process may be held up. After an abort it finds, once, the threads
 * still in their waits: it names them, abandons them, and wakes all waiters again. One thread.
 */
final class StallRule {
    /** Number of looks in a row that must see the same waits. */
    static final int LOOKS = 10;

    private final RunControl control;
    private final Duration patience;
    private List<Waiting> last = List.of();
    private int unchanged;
    private boolean aborted; // at the last look
    private boolean over; // no more looks are needed

    /** @param patience duration of {@link #LOOKS} looks, for the message */
    StallRule(RunControl control, Duration patience) {
        this.control = control;
        this.patience = patience;
    }

    /** Looks, and fails a stalled run. */
    void look() {
        if (over) {
            return;
        }
        if (control.aborted() != aborted) {
            aborted = true;
            last = List.of();
        }
        List<Waiting> same = aborted ? leftOver() : all();
        unchanged = same.isEmpty() ? 0 : unchanged + 1;
        if (unchanged == LOOKS) {
            over = aborted;
            report();
        }
    }

    /** Returns all threads, if they are inside the same waits as at the last look. */
    private List<Waiting> all() {
        List<Waiting> before = last;
        last = control.waits().all();
        return last.equals(before) ? last : List.of();
    }

    /**
     * Returns the threads that have not left their waits since the abort, or since the first of them was seen in one.
     */
    private List<Waiting> leftOver() {
        List<Waiting> now = control.waits().inside();
        List<Waiting> same = new ArrayList<>(last);
        same.retainAll(now);
        last = same.isEmpty() ? now : same;
        return same;
    }

    private void report() {
        if (aborted) {
            control.giveUp(last);
            control.abort();
        } else {
            String what =
                    "no thread has made progress for " + patience.toMillis() / 1e3 + " s, each waits for another: ";
            control.fail("run", WaitRegistry.failure(what, last));
        }
    }
}
