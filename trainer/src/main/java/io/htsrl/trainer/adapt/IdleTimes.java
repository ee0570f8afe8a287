package io.htsrl.trainer.adapt;

import io.htsrl.trainer.adapt.HillClimb.Outlook;
import io.htsrl.trainer.report.TimeUse;
import java.util.function.Supplier;

/**
 * The outlook by shares of working time: executors that hardly step would only be more who wait, and those that step most
 * of the time, asleep in their environments or not, are not too many; likewise for actors. Where the learner is the
 * bottleneck, only fewer threads can gain anything: its cores' time. One thread.
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

    /** @param times of the run so far */
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

    /** Share of a role's threads in which they have worked for it since the last look; NaN where nothing is known. */
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

    /** What is not known speaks against nothing. */
    @Override
    public boolean promises(Move move) {
        return switch (move) {
            case ALL_EXECUTORS, MORE_EXECUTORS -> !(stepping < HARDLY) && !(learning > LEARNING);
            case MORE_ACTORS, LARGER_BATCHES, SMALLER_BATCHES -> !(learning > LEARNING);
            case ONE_EXECUTOR, FEWER_EXECUTORS -> !(stepping > MOSTLY);
            case FEWER_ACTORS -> !(serving > MOSTLY);
            default -> true;
        };
    }
}
