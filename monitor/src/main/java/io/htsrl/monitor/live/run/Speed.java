package io.htsrl.monitor.live.run;

import io.htsrl.trainer.report.IntervalReport;
import java.util.ArrayDeque;
import java.util.Deque;

/** Steps per second of the last seconds, from the reports that were seen. One thread. */
final class Speed {
    private static final double SECONDS = 3;

    private final Deque<IntervalReport> seen = new ArrayDeque<>();

    /** With the newest report; NaN while there is one alone. */
    double with(IntervalReport newest) {
        if (seen.isEmpty() || seen.peekLast().interval() != newest.interval()) {
            seen.add(newest);
        }
        while (seen.size() > 2 && newest.wallSeconds() - seen.peek().wallSeconds() > SECONDS) {
            seen.remove();
        }
        IntervalReport oldest = seen.peek();
        double seconds = newest.wallSeconds() - oldest.wallSeconds();
        return seconds > 0 ? (newest.timesteps() - oldest.timesteps()) / seconds : Double.NaN;
    }
}
