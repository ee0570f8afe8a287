package io.htsrl.experiments.steps;

import io.htsrl.core.environment.Environment;
import io.htsrl.trainer.evaluation.Sample;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/**
 * What an environment's steps take, by the clock and of the processor, by drawn actions; resets count for the steps that
 * they follow. Immutable.
 *
 * @param steps     that were taken
 * @param wall      seconds of one, on average
 * @param processor seconds of this thread's processor time of one; {@code wall} where the JVM does not tell
 * @param median    seconds of a step, by the clock
 * @param deviation of a step's time without the resets, as a share of its mean; what a busy machine adds is cut off
 */
public record StepProbe(int steps, double wall, double processor, double median, double deviation) {
    private static final int UNTIMED = 10;
    private static final int LEAST = 20;
    private static final double CUT = 50; // times the mean of what is not longer than that

    /** Steps {@code environment} for about so many seconds, and not more often than {@code most} times. */
    public static StepProbe of(Environment environment, double seconds, int most) {
        Play play = new Play(environment);
        for (int i = 0; i < UNTIMED; i++) {
            play.step(i);
        }
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        boolean told = threads.isCurrentThreadCpuTimeSupported();
        double[] times = new double[most];
        int count = 0;
        long processor = told ? threads.getCurrentThreadCpuTime() : 0;
        long begun = System.nanoTime();
        while (count < most && (count < LEAST || System.nanoTime() - begun < seconds * 1e9)) {
            times[count] = play.step(UNTIMED + count) / 1e9;
            count++;
        }
        double wall = (System.nanoTime() - begun) / 1e9 / count;
        double used = told ? (threads.getCurrentThreadCpuTime() - processor) / 1e9 / count : wall;
        double[] taken = Arrays.copyOf(times, count);
        return new StepProbe(count, wall, Math.min(used, wall), median(taken), deviation(taken));
    }

    /** Whether its time is mostly waited for: other programs on this core make steps longer, but few of them. */
    public boolean blocks() {
        return median > 2 * processor;
    }

    private static double median(double[] times) {
        double[] sorted = times.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static double deviation(double[] times) {
        double limit = CUT * mean(times, CUT * mean(times, Double.POSITIVE_INFINITY));
        double[] kept = Arrays.stream(times).filter(time -> time <= limit).toArray();
        double mean = Sample.mean(kept);
        double squares =
                Arrays.stream(kept).map(time -> (time - mean) * (time - mean)).sum();
        return mean > 0 ? Math.sqrt(squares / kept.length) / mean : 0;
    }

    private static double mean(double[] times, double limit) {
        return Arrays.stream(times).filter(time -> time <= limit).average().orElse(0);
    }
}
