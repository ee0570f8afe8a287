package io.htsrl.trainer.adapt;

import io.htsrl.trainer.adapt.HillClimb.Outlook;
import io.htsrl.trainer.report.TimeUse;
import java.util.function.Supplier;

/**
 * An outlook that uses shares of working time. More executors are not worth a trial while executors hardly step, and
 * fewer are not while they step most of the time, even if asleep in their environments; likewise for actors. Where the
 * learner is the bottleneck, only fewer threads can gain anything, because that frees cores. One thread.
 */
public final class IdleTimes implements Outlook {
    private static final double HARDLY = 0.15;
    private static final double MOSTLY = 0.4;
    private static final double LEARNING = 0.9;

    private final Supplier<TimeUse> times;
    private TimeUse before = TimeUse.NONE;
    private double stepping;
    private double serving;
    private double learning;

    /** @param times gives the run's times so far */
    public IdleTimes(Supplier<TimeUse> times) {
        this.times = times;
    }

    @Override
    public void look() {
        TimeUse now = times.get();
        stepping = share(now, "executor");
        serving = share(now, "actor");
        learning = share(now, "learner");
        before = now;
    }

    /** Returns the share of the time of a role's threads that was work since the last look; NaN where it is unknown. */
    private double share(TimeUse now, String role) {
        TimeUse.Role later = now.roles().get(role);
        TimeUse.Role earlier = before.roles().get(role);
        if (later == null) {
            return Double.NaN;
        }
        double busy = later.busySeconds() - (earlier == null ? 0 : earlier.busySeconds());
        double all = later.threadSeconds() - (earlier == null ? 0 : earlier.threadSeconds());
        return busy / all;
    }

    /** Returns whether the move may gain anything; an unknown share excludes no move. */
    @Override
    public boolean promises(HillClimb.Move move) {
        return switch (move) {
            case ALL_EXECUTORS, MORE_EXECUTORS -> !(stepping < HARDLY) && !(learning > LEARNING);
            case MORE_ACTORS, LARGER_BATCHES, SMALLER_BATCHES -> !(learning > LEARNING);
            case ONE_EXECUTOR, FEWER_EXECUTORS -> !(stepping > MOSTLY);
            case FEWER_ACTORS -> !(serving > MOSTLY);
            default -> true;
        };
    }
}
