package io.htsrl.experiments.tune;

import io.htsrl.core.run.RunControl;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.RunMetrics;
import io.htsrl.trainer.report.TimeUse;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.run.Trainer;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A short run that was timed over whole intervals after a warm-up, and then stopped. It learns what the user's run
 * would learn in that time, and discards it. Immutable.
 *
 * @param seconds seconds of the timed intervals
 * @param steps steps of all environments in them
 * @param intervals number of timed intervals
 * @param use approximate time use in them, since threads report slightly late
 * @param cpu processor time of their threads
 */
public record TimedRun(double seconds, long steps, long intervals, TimeUse use, ThreadTimes cpu) {
    /** Number of intervals before the timed ones: the first of {@code hts} learns nothing. */
    private static final int UNTIMED = 2;

    /**
     * Duration of a timed run.
     *
     * @param warmUp minimum seconds before the timed ones
     * @param seconds minimum timed seconds
     * @param intervals minimum number of timed intervals
     */
    public record Window(double warmUp, double seconds, int intervals) {}

    /** Returns environment steps per second. */
    public double stepsPerSecond() {
        return steps / seconds;
    }

    /** Runs {@code config} with {@code settings}. */
    public static TimedRun of(RunConfig config, TunedSettings settings, Window window)
            throws TrainingFailedException, InterruptedException {
        RunControl control = new RunControl();
        Stopwatch stopwatch = new Stopwatch(window, control);
        new Trainer(
                        config.with(settings.on(config.pipeline())),
                        Attachments.none().with(control).with(stopwatch))
                .run();
        return stopwatch.timed();
    }

    /** Reads the clocks at the end of intervals. Called on the learner's thread; read after the run. */
    private static final class Stopwatch implements TrainingListener {
        private final Window window;
        private final RunControl control;
        private RunMetrics metrics;
        private final long made = System.nanoTime();
        private Moment begun;
        private Moment ended;

        Stopwatch(Window window, RunControl control) {
            this.window = window;
            this.control = control;
        }

        /** Readings of the clocks at one moment. */
        private record Moment(long nanos, long interval, long steps, TimeUse use, ThreadTimes cpu) {}

        @Override
        public void onStart(RunMetrics of) {
            metrics = of;
        }

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
            TimeUse use = metrics.timeUse();
            ThreadTimes cpu = ThreadTimes.now();
            return new Moment(System.nanoTime(), report.interval(), report.timesteps(), use, cpu);
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

    /** Computes the time use of a run between two moments. Pure function. */
    static final class UseDifference {
        private UseDifference() {}

        static TimeUse of(TimeUse before, TimeUse after) {
            SortedMap<String, TimeUse.Role> roles = new TreeMap<>();
            TimeUse.Role none = new TimeUse.Role(0, 0, 0, 0, 0);
            after.roles()
                    .forEach((name, role) -> roles.put(name, of(before.roles().getOrDefault(name, none), role)));
            SortedMap<Integer, Long> sizes = new TreeMap<>();
            after.batchSizes()
                    .forEach((size, count) ->
                            sizes.put(size, count - before.batchSizes().getOrDefault(size, 0L)));
            sizes.values().removeIf(count -> count <= 0);
            return new TimeUse(roles, after.intervals() - before.intervals(), sizes);
        }

        private static TimeUse.Role of(TimeUse.Role before, TimeUse.Role after) {
            return new TimeUse.Role(
                    after.busySeconds() - before.busySeconds(),
                    after.waitSeconds() - before.waitSeconds(),
                    after.barrierSeconds() - before.barrierSeconds(),
                    after.threadSeconds() - before.threadSeconds(),
                    after.threads());
        }
    }

    /**
     * Processor time of this process's threads by the prefix of their names: {@code executor} of {@code executor-3}.
     * Ended threads are not counted. Immutable.
     *
     * @param seconds seconds by prefix; empty where the JVM does not measure them
     */
    public record ThreadTimes(Map<String, Double> seconds) {
        /** Takes a copy. */
        public ThreadTimes {
            seconds = Map.copyOf(seconds);
        }

        /** Returns the times of all threads so far. */
        static ThreadTimes now() {
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            Map<String, Double> seconds = new HashMap<>();
            if (threads.isThreadCpuTimeSupported() && threads.isThreadCpuTimeEnabled()) {
                for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
                    long nanos = thread == null ? -1 : threads.getThreadCpuTime(thread.getThreadId());
                    if (nanos >= 0) {
                        seconds.merge(thread.getThreadName().replaceFirst("-?\\d+$", ""), nanos / 1e9, Double::sum);
                    }
                }
            }
            return new ThreadTimes(seconds);
        }

        /** Returns the times since {@code before}. */
        ThreadTimes since(ThreadTimes before) {
            Map<String, Double> difference = new HashMap<>();
            seconds.forEach((kind, now) -> difference.put(kind, now - before.of(kind)));
            return new ThreadTimes(difference);
        }

        /** Returns the seconds of one prefix. */
        public double of(String kind) {
            return seconds.getOrDefault(kind, 0.0);
        }
    }
}
