package io.htsrl.trainer.adapt;

import io.htsrl.core.staff.Manning;
import io.htsrl.core.staff.Roster;
import io.htsrl.storage.RolloutClock;
import io.htsrl.trainer.report.AdaptationRecord;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Asks the pilot inside each swap, has the roster changed, and tells of it. One thread at a time, as the swap: called by
 * whoever runs it.
 */
public final class Adaptation {
    private final Roster roster;
    private final Pilot pilot;
    private final RolloutClock rollout;
    private final int stepsPerInterval;
    private final Consumer<AdaptationRecord> told;
    private final LongSupplier clock;
    private final long begun;

    /**
     * @param rollout advanced before, in each swap
     * @param told    of each change, inside the swap
     * @param clock   nanoseconds
     */
    public Adaptation(
            Roster roster,
            Pilot pilot,
            RolloutClock rollout,
            int stepsPerInterval,
            Consumer<AdaptationRecord> told,
            LongSupplier clock) {
        this.roster = roster;
        this.pilot = pilot;
        this.rollout = rollout;
        this.stepsPerInterval = stepsPerInterval;
        this.told = told;
        this.clock = clock;
        this.begun = clock.getAsLong();
    }

    /** Inside a swap, when the clock has moved on. */
    public void afterSwap() {
        if (rollout.finished()) {
            return;
        }
        long nanos = clock.getAsLong();
        Manning now = roster.planned();
        Manning next = pilot.next(now, nanos, stepsPerInterval);
        if (!next.equals(now)) {
            roster.plan(next);
            told.accept(
                    new AdaptationRecord(rollout.interval(), (nanos - begun) / 1e9, now.toString(), next.toString()));
        }
    }
}
