package io.htsrl.experiments.tune;

import io.htsrl.core.run.RunControl;
import io.htsrl.experiments.tune.model.Knobs;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TimeUse;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.run.Trainer;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * One short run, timed over whole intervals after a warm-up, and stopped then. It learns what the user's run would learn
 * in that time, and throws it away. Immutable.
 *
 * @param seconds   of the timed intervals
 * @param steps     of all environments in them
 * @param intervals how many they were
 * @param use       where the time went in them, about: threads tell it a little late
 * @param cpu       what their threads had of the processor
 */
public record TimedRun(double seconds, long steps, long intervals, TimeUse use, ThreadTimes cpu) {
    /** Intervals before the timed ones: the first of {@code hts} learns nothing. */
    private static final int UNTIMED = 2;

    /**
     * How long a run is looked at.
     *
     * @param warmUp    seconds before, at least
     * @param seconds   timed, at least
     * @param intervals timed, at least
     */
    public record Window(double warmUp, double seconds, int intervals) {}

    /** Environment steps per second. */
    public double stepsPerSecond() {
        return steps / seconds;
    }

    /** Runs {@code config} by {@code knobs}. */
    public static TimedRun of(RunConfig config, Knobs knobs, Window window)
            throws TrainingFailedException, InterruptedException {
        RunControl control = new RunControl();
        AtomicReference<Supplier<TimeUse>> use = new AtomicReference<>();
        Stopwatch stopwatch = new Stopwatch(window, () -> use.get().get(), control);
        new Trainer(
                        config.with(knobs.on(config.pipeline())),
                        Attachments.none().with(control).with(stopwatch).with(gauges -> use.set(gauges::timeUse)))
                .run();
        return stopwatch.timed();
    }

    /** Looks at the clocks at the end of intervals. On the learner's thread; read after the run. */
    private static final class Stopwatch implements TrainingListener {
        private final Window window;
        private final Supplier<TimeUse> use;
        private final RunControl control;
        private final long made = System.nanoTime();
        private Moment begun;
        private Moment ended;

        Stopwatch(Window window, Supplier<TimeUse> use, RunControl control) {
            this.window = window;
            this.use = use;
            this.control = control;
        }

        /** What the clocks say at one moment. */
        private record Moment(long nanos, long interval, long steps, TimeUse use, ThreadTimes cpu) {}

        @Override
        public void onInterval(IntervalReport report) {
            long now = System.nanoTime();
            if (begun == null) {
                if (report.interval() + 1 >= UNTIMED && now - made >= window.warmUp() * 1e9) {
                    begun = moment(report);
                }
            } else if (ended == null
                    && now - begun.nanos() >= window.seconds() * 1e9
                    && report.interval() - begun.interval() >= window.intervals()) {
                ended = moment(report);
                control.requestStop();
            }
        }

        private Moment moment(IntervalReport report) {
            TimeUse now = use.get();
            ThreadTimes cpu = ThreadTimes.now();
            return new Moment(System.nanoTime(), report.interval(), report.timesteps(), now, cpu);
        }

        TimedRun timed() {
            return new TimedRun(
                    (ended.nanos() - begun.nanos()) / 1e9,
                    ended.steps() - begun.steps(),
                    ended.interval() - begun.interval(),
                    UseDifference.of(begun.use(), ended.use()),
                    ended.cpu().since(begun.cpu()));
        }
    }
}
