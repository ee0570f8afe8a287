package io.htsrl.experiments;

import io.htsrl.cli.signals.Interruption;
import io.htsrl.cli.signals.SharedInterruption;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TimeUse;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;

/**
 * A training that was timed from the end of one of its first intervals to the end of its last one. Immutable.
 *
 * @param intervals number of timed intervals
 * @param stepsPerSecond environment steps per second over all replicas in that time
 */
record MeasuredRun(TrainingResult result, long intervals, double stepsPerSecond) {
    /** Number of intervals that are not timed. */
    static final int UNTIMED = 2;

    /** Warm-up steps of a run with many steps per second. */
    static final long WARM_UP_STEPS = 50_000;

    private static final long WARM_UP_INTERVALS = Long.getLong("hts.experiment.warm-up", 500);

    /** Trains to the end. */
    static MeasuredRun of(RunConfig config, SharedInterruption interruption)
            throws TrainingFailedException, InterruptedException {
        return of(config, Attachments.none(), interruption);
    }

    /**
     * Trains to the end, with {@code attached}.
     *
     * @throws InterruptedException when a signal has ended the run before its end
     */
    static MeasuredRun of(RunConfig config, Attachments attached, SharedInterruption interruption)
            throws TrainingFailedException, InterruptedException {
        Timer timer = new Timer();
        TrainingResult result = train(config, attached.with(timer), interruption);
        return new MeasuredRun(result, timer.intervals(), timer.stepsPerSecond());
    }

    private static TrainingResult train(RunConfig config, Attachments attached, SharedInterruption interruption)
            throws TrainingFailedException, InterruptedException {
        RunControl control = new RunControl();
        try (Interruption joined = interruption.join(control)) {
            TrainingResult result = new Trainer(config, attached.with(control)).run();
            if (result.stopped()) {
                throw new InterruptedException("by a signal");
            }
            return result;
        } catch (RunAbortedException e) {
            throw new InterruptedException("by a second signal");
        }
    }

    /** Trains for a while at the environment's own speed, so that compilation is not measured. */
    static void warmUp(RunConfig config, long most, SharedInterruption interruption)
            throws TrainingFailedException, InterruptedException {
        long steps = Math.min(most, WARM_UP_INTERVALS * config.pipeline().stepsPerInterval());
        of(config.atOwnSpeed(steps), interruption);
    }

    /** Returns the mean time of a policy forward per state; c in the paper. */
    double actorSecondsPerState() {
        return result.roleSeconds().getOrDefault("actor_busy", 0.0)
                / result.timeUse().states();
    }

    /** Returns the mean time of the learner's work on an interval. */
    double learnerSecondsPerInterval() {
        return result.roleSeconds().getOrDefault("learner_busy", 0.0) / (intervals + UNTIMED);
    }

    /** Returns the fraction of the executors' time spent waiting at the barrier; NaN where none exists. */
    double barrierShare() {
        TimeUse.Role executors = result.timeUse().roles().get("executor");
        return executors == null ? Double.NaN : executors.barrierShare();
    }

    /** Returns the mean number of states of a policy forward; NaN where it is unknown. */
    double statesPerForward() {
        return (double) result.timeUse().states() / result.timeUse().batches();
    }

    /** Reads the clock at the end of intervals. Called on the learner's thread; read after the run. */
    private static final class Timer implements TrainingListener {
        private IntervalReport first;
        private IntervalReport last;
        private long timed;

        @Override
        public void onInterval(IntervalReport report) {
            last = report;
            if (report.interval() < UNTIMED) {
                first = report;
            } else {
                timed++;
            }
        }

        long intervals() {
            return timed;
        }

        double stepsPerSecond() {
            return (last.timesteps() - first.timesteps()) / (last.wallSeconds() - first.wallSeconds());
        }
    }
}
