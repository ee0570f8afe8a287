package io.htsrl.trainer.adapt;

import io.htsrl.learners.batches.BatchPilot;
import io.htsrl.trainer.report.BatchChange;
import io.htsrl.trainer.report.TimeUse;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Looks how busy the learner is, in windows of a second or of one interval, whichever is longer, and asks the
 * {@link BatchRule}. The learner's thread.
 */
public final class BatchClimb implements BatchPilot {
    private static final long WINDOW = 1_000_000_000;

    private final BatchRule rule;
    private final Supplier<TimeUse> times;
    private final Consumer<BatchChange> told;
    private final LongSupplier clock;
    private final long begun;
    private long start = -1; // of the window
    private TimeUse.Role before;

    /**
     * @param least what batches begin with
     * @param most  they grow to
     * @param times of the run so far
     * @param told  of each change, on the learner's thread
     * @param clock nanoseconds
     */
    public BatchClimb(int least, int most, Supplier<TimeUse> times, Consumer<BatchChange> told, LongSupplier clock) {
        this.rule = new BatchRule(least, most);
        this.times = times;
        this.told = told;
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
            told.accept(new BatchChange(interval, (now - begun) / 1e9, size, next));
        }
        return next;
    }

    private double busy(TimeUse.Role learner) {
        return (learner.busySeconds() - before.busySeconds()) / (learner.threadSeconds() - before.threadSeconds());
    }
}
