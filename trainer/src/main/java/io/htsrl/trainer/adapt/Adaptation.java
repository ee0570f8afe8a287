package io.htsrl.trainer.adapt;

import io.htsrl.core.threads.ThreadAssignment;
import io.htsrl.core.threads.ThreadSettings;
import io.htsrl.storage.RolloutClock;
import io.htsrl.trainer.report.TrainingListener.AdaptationRecord;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Asks the pilot inside each swap and carries out its changes. One thread at a time, as the swap: called by
 * whoever runs it.
 */
public final class Adaptation {
    private final ThreadAssignment assignment;
    private final Pilot pilot;
    private final RolloutClock rollout;
    private final int stepsPerInterval;
    private final Consumer<AdaptationRecord> listener;
    private final LongSupplier clock;
    private final long begun;

    /**
     * @param rollout advanced before, in each swap
     * @param listener    of each change, inside the swap
     * @param clock   nanoseconds
     */
    public Adaptation(
            ThreadAssignment assignment,
            Pilot pilot,
            RolloutClock rollout,
            int stepsPerInterval,
            Consumer<AdaptationRecord> listener,
            LongSupplier clock) {
        this.assignment = assignment;
        this.pilot = pilot;
        this.rollout = rollout;
        this.stepsPerInterval = stepsPerInterval;
        this.listener = listener;
        this.clock = clock;
        this.begun = clock.getAsLong();
    }

    /** Inside a swap, when the clock has moved on. */
    public void afterSwap() {
        if (rollout.finished()) {
            return;
        }
        long nanos = clock.getAsLong();
        ThreadSettings now = assignment.planned();
        ThreadSettings next = pilot.next(now, nanos, stepsPerInterval);
        if (!next.equals(now)) {
            assignment.plan(next);
            listener.accept(
                    new AdaptationRecord(rollout.interval(), (nanos - begun) / 1e9, now.toString(), next.toString()));
        }
    }
}
