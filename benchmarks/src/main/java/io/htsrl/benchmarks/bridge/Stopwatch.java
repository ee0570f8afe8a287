package io.htsrl.benchmarks.bridge;

import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Optional;

/**
 * Measures wall time, and processor time of this process and its workers, over the second half of a run: by then
 * workers have created their environments and the JVM has compiled. Called by the reporting thread.
 */
final class Stopwatch implements TrainingListener {
    private static final double NANOS = 1e9;

    private final long half;
    private long steps = -1;
    private long firstSteps;
    private double firstWall;
    private double wall;
    private double firstProcessor;
    private double processor;

    /** @param timesteps total steps of the run */
    Stopwatch(long timesteps) {
        half = timesteps / 2;
    }

    @Override
    public void onInterval(IntervalReport report) {
        if (report.timesteps() < half) {
            return;
        }
        wall = System.nanoTime() / NANOS;
        processor = processorSeconds();
        if (steps < 0) {
            firstSteps = report.timesteps();
            firstWall = wall;
            firstProcessor = processor;
        }
        steps = report.timesteps();
    }

    private static double processorSeconds() {
        com.sun.management.OperatingSystemMXBean system =
                (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        double workers = ProcessHandle.current()
                .descendants()
                .map(worker -> worker.info().totalCpuDuration())
                .flatMap(Optional::stream)
                .mapToDouble(Duration::toNanos)
                .sum();
        return (system.getProcessCpuTime() + workers) / NANOS;
    }

    Speed speed() {
        return Speed.of(steps - firstSteps, wall - firstWall, processor - firstProcessor);
    }
}
