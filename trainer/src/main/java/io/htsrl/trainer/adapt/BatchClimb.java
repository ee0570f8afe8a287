package io.htsrl.trainer.adapt;

import io.htsrl.learners.BatchSizeController;
import io.htsrl.trainer.report.TimeUse;
import io.htsrl.trainer.report.TrainingListener.BatchChange;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Looks how busy the learner is, in windows of a second or of one interval, whichever is longer, and asks the
 * {@link BatchRule}. The learner's thread.
 */
public final class BatchClimb implements BatchSizeController {
    private static final long WINDOW = 1_000_000_000;

    private final BatchRule rule;
    private final Supplier<TimeUse> times;
    private final Consumer<BatchChange> listener;
    private final LongSupplier clock;
    private final long begun;
    private long start = -1; // of the window
    private TimeUse.Role before;

    /**
     * @param least what batches begin with
     * @param most  they grow to
     * @param times of the run so far
     * @param listener  of each change, on the learner's thread
     * @param clock nanoseconds
     */
    public BatchClimb(
            int least, int most, Supplier<TimeUse> times, Consumer<BatchChange> listener, LongSupplier clock) {
        this.rule = new BatchRule(least, most);
        this.times = times;
        this.listener = listener;
        this.clock = clock;
        this.begun = clock.getAsLong();
    }

    @Override
    public int next(int size, long interval) {
        long now = clock.getAsLong();
        if (start >= 0 && now - start < WINDOW) {
            return size;
        }
        TimeUse.Role learner = times.get().roles().get("learner");
        int next = start < 0 || learner == null || before == null ? size : rule.next(size, busy(learner));
        start = now;
        before = learner;
        if (next != size) {
            listener.accept(new BatchChange(interval, (now - begun) / 1e9, size, next));
        }
        return next;
    }

    private double busy(TimeUse.Role learner) {
        return (learner.busySeconds() - before.busySeconds()) / (learner.threadSeconds() - before.threadSeconds());
    }

    /**
     * How large the batches should be, by how busy the learner was with those there were: they grow until it is busy for
     * {@link #BUSY} of the time, as in Spreeze (Hou et al. 2023, 3.3), and become smaller where it is hardly ever idle, which
     * means that others wait for it. In between, and up to the {@link #AGREEING}th window in a row that says the same, they stay.
     * One thread.
     */
    static final class BatchRule {
        static final double BUSY = 0.85;
        /** The learner is the bottleneck. */
        static final double TOO_BUSY = 0.97;

        static final int AGREEING = 2;
        /** Between the two. */
        private static final double AIM = 0.91;

        private static final double MOST_AT_ONCE = 2;
        private static final double SHRINKING = 0.9;
        /** The kernel takes rows eight at a time. */
        private static final int ROWS = 8;

        private final int least;
        private final int most;
        private int idle; // windows in a row
        private int late;

        /**
         * @param least what batches began with
         * @param most  the limit
         */
        BatchRule(int least, int most) {
            this.least = least;
            this.most = most;
        }

        /**
         * The size from here on.
         *
         * @param size in the window that is over
         * @param busy share of that time in which the learner was at work; NaN says nothing
         */
        int next(int size, double busy) {
            idle = busy < BUSY && size < most ? idle + 1 : 0;
            late = busy > TOO_BUSY && size > least ? late + 1 : 0;
            if (idle == AGREEING) {
                idle = 0;
                return larger(size, busy);
            }
            if (late == AGREEING) {
                late = 0;
                return Math.max(least, Math.min(size - 1, rounded(size * SHRINKING)));
            }
            return size;
        }

        /** An update takes no longer than in proportion, so that this does not go beyond the aim. */
        private int larger(int size, double busy) {
            double factor = Math.min(MOST_AT_ONCE, AIM / busy);
            return Math.min(most, Math.max(size + 1, rounded(size * factor)));
        }

        private static int rounded(double size) {
            return (int) (size < ROWS ? size : Math.floor(size / ROWS) * ROWS);
        }
    }
}
