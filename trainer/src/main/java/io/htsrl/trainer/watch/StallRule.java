package io.htsrl.trainer.watch;

import io.htsrl.core.error.RunFailedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.run.Waits.Waiting;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Finds that a run stands still: every one of its threads is inside a wait that only another of them can end, and none
 * has left its wait for so many looks. Who is at work, however long, inside an environment, an update, an evaluation or
 * a file, is inside no such wait. Counts looks and not time: a process that was held up as a whole gets the time in
 * between to go on. One thread.
 */
final class StallRule {
    /** Looks in a row that must see the same waits. */
    static final int LOOKS = 10;

    private static final int NAMED = 16;

    private final RunControl control;
    private final Duration patience;
    private List<Waiting> last = List.of();
    private int unchanged;

    /** @param patience what {@link #LOOKS} looks take, for the message */
    StallRule(RunControl control, Duration patience) {
        this.control = control;
        this.patience = patience;
    }

    /** Looks; a run that stands still fails. */
    void look() {
        List<Waiting> now = control.waits().all();
        unchanged = !now.isEmpty() && now.equals(last) ? unchanged + 1 : 0;
        last = now;
        if (unchanged == LOOKS && !control.aborted()) {
            control.fail("run", new RunFailedException(message(), -1, stacks()));
        }
    }

    private String message() {
        String named = last.stream()
                .limit(NAMED)
                .map(w -> w.thread().getName() + " (" + w.what() + ")")
                .collect(Collectors.joining(", "));
        int more = last.size() - NAMED;
        return "no thread has made progress for " + patience.toMillis() / 1e3 + " s, each waits for another: " + named
                + (more > 0 ? " and " + more + " more" : "") + ". This is a fault of hts-rl, not of your settings or "
                + "environment: please report it with the stacks and the run's config.yaml. What was written is kept; "
                + "'hts resume' goes on from the last checkpoint";
    }

    private Throwable stacks() {
        Throwable all = new Throwable("where each thread waits");
        all.setStackTrace(new StackTraceElement[0]);
        for (Waiting waiting : last) {
            Throwable one = new Throwable(waiting.thread().getName() + ": " + waiting.what());
            one.setStackTrace(waiting.thread().getStackTrace());
            all.addSuppressed(one);
        }
        return all;
    }
}
