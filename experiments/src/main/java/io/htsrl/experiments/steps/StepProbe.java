package io.htsrl.experiments.steps;

import io.htsrl.core.environment.Environment;
import io.htsrl.trainer.evaluation.Sample;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/**
 * Wall and processor time of an environment's steps with random actions; a reset counts for the step that it follows.
 * Immutable.
 *
 * @param steps number of steps
 * @param wall mean seconds of a step
 * @param processor mean seconds of this thread's processor time per step; {@code wall} where the JVM does not measure
 *     it
 * @param median median seconds of a step, by the clock
 * @param deviation standard deviation of a step's time without resets, relative to its mean; delays of a busy machine
 *     are cut off
 */
public record StepProbe(int steps, double wall, double processor, double median, double deviation) {
    private static final int UNTIMED = 10;
    private static final int LEAST = 20;
    private static final double CUT = 50; // multiple of the mean at which times are cut off

    /** Steps {@code environment} for about so many seconds, at most {@code most} times. */
    public static StepProbe of(Environment environment, double seconds, int most) {
        RandomStepper play = new RandomStepper(environment);
        for (int i = 0; i < UNTIMED; i++) {
            play.step(i);
        }
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        boolean measured = threads.isCurrentThreadCpuTimeSupported();
        double[] times = new double[most];
        int count = 0;
        long processor = measured ? threads.getCurrentThreadCpuTime() : 0;
        long begun = System.nanoTime();
        while (count < most && (count < LEAST || System.nanoTime() - begun < seconds * 1e9)) {
            times[count] = play.step(UNTIMED + count) / 1e9;
            count++;
        }
        double wall = (System.nanoTime() - begun) / 1e9 / count;
        double used = measured ? (threads.getCurrentThreadCpuTime() - processor) / 1e9 / count : wall;
        double[] taken = Arrays.copyOf(times, count);
        return new StepProbe(count, wall, Math.min(used, wall), Sample.median(taken), deviation(taken));
    }

    /** Returns whether steps mostly wait. Other programs on this core make steps longer, but only a few of them. */
    public boolean blocks() {
        return median > 2 * processor;
    }

    private static double deviation(double[] times) {
        double limit = CUT * mean(times, CUT * mean(times, Double.POSITIVE_INFINITY));
        double[] kept = Arrays.stream(times).filter(time -> time <= limit).toArray();
        double mean = Sample.mean(kept);
        return mean > 0 ? Sample.standardDeviation(kept) / mean : 0;
    }

    private static double mean(double[] times, double limit) {
        return Arrays.stream(times).filter(time -> time <= limit).average().orElse(0);
    }
}
