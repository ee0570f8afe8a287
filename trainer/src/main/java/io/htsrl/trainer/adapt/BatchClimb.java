package io.htsrl.trainer.adapt;

import io.htsrl.learners.BatchSizeController;
import io.htsrl.trainer.report.TimeUse;
import io.htsrl.trainer.report.TrainingListener.BatchChange;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Measures how busy the learner is, in windows of a second or of one interval, whichever is longer, and applies the
 * {@link BatchRule}. The learner's thread.
 */
public final class BatchClimb implements BatchSizeController {
    private static final long WINDOW = 1_000_000_000;

    private final BatchRule rule;
    private final Supplier<TimeUse> times;
    private final Consumer<BatchChange> listener;
    private final LongSupplier clock;
    private final long begun;
    private long start = -1; // start of the window
    private TimeUse.Role before;

    /**
     * @param least initial size of a batch
     * @param most greatest size of a batch
     * @param times of the run so far
     * @param listener called for each change, on the learner's thread
     * @param clock that gives nanoseconds
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
     * Computes the batch size from the share of time in which the learner was busy. Batches grow until the learner is
     * busy for {@link #BUSY} of the time, as in Spreeze (Hou et al. 2023, 3.3). They shrink where it is hardly ever
     * idle, since then the other threads wait for it. The size changes only after {@link #AGREEING} windows in a row
     * agree. One thread.
     */
    static final class BatchRule {
        static final double BUSY = 0.85;
        /** Busy share above which the learner is the bottleneck. */
        static final double TOO_BUSY = 0.97;

        static final int AGREEING = 2;
        /** Busy share that a change of size aims at, between the two bounds. */
        private static final double AIM = 0.91;

        private static final double MOST_AT_ONCE = 2;
        private static final double SHRINKING = 0.9;
        /** Rows that the kernel processes together. */
        private static final int ROWS = 8;

        private final int least;
        private final int most;
        private int idle; // windows in a row
        private int late;

        /**
         * @param least initial size
         * @param most the limit
         */
        BatchRule(int least, int most) {
            this.least = least;
            this.most = most;
        }

        /**
         * Returns the batch size for the next window.
         *
         * @param size in the window that has ended
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

        /**
         * Returns a larger size. An update's time grows at most in proportion, so the busy share does not exceed the
         * aim.
         */
        private int larger(int size, double busy) {
            double factor = Math.min(MOST_AT_ONCE, AIM / busy);
            return Math.min(most, Math.max(size + 1, rounded(size * factor)));
        }

        private static int rounded(double size) {
            return (int) (size < ROWS ? size : Math.floor(size / ROWS) * ROWS);
        }
    }
}
