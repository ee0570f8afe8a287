package io.htsrl.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import io.htsrl.cli.Hts;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.service.VectorModule;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.run.Trainer;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures the overlap of rollout and learning where both keep the cores busy: {@code hts} and {@code sync} take turns
 * on one configuration. Prints the wall time and the processor time of an interval, both after the first third of the
 * run, the ratio of the wall time to the processor time divided by the cores, and the speed-up. Threads block instead
 * of spinning, so that processor time is work.
 *
 * <p>Arguments: {@code repetitions train-flags...}, {@code 3 --algo a2c --env ALE/HomebrewPaddle-v0} for example.
 */
public final class Overlap {
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    /** Seconds per interval. */
    private record Cost(double wall, double processor) {}

    /** Times the intervals after the first third. */
    private static final class Stopwatch implements TrainingListener {
        private final long first;
        private long wallStart;
        private long processorStart;
        private long wallEnd;
        private long processorEnd;
        private long intervals = -1;

        Stopwatch(long planned) {
            first = planned / 3;
        }

        @Override
        public void onInterval(IntervalReport report) {
            if (report.interval() < first) {
                return;
            }
            wallEnd = System.nanoTime();
            processorEnd = SYSTEM.getProcessCpuTime();
            if (intervals++ < 0) {
                wallStart = wallEnd;
                processorStart = processorEnd;
            }
        }

        Cost cost() {
            return new Cost((wallEnd - wallStart) / 1e9 / intervals, (processorEnd - processorStart) / 1e9 / intervals);
        }
    }

    private Overlap() {}

    public static void main(String[] args) throws Exception {
        VectorModule.load(); // before a class that uses it is linked
        int repetitions = Integer.parseInt(args[0]);
        Map<String, List<Cost>> costs = new LinkedHashMap<>();
        for (int repetition = 0; repetition < repetitions; repetition++) {
            for (String schedule : List.of("hts", "sync")) {
                costs.computeIfAbsent(schedule, key -> new ArrayList<>()).add(run(schedule, args));
            }
        }
        int cores = Runtime.getRuntime().availableProcessors();
        costs.forEach((schedule, list) -> {
            Cost c = median(list);
            System.out.printf(
                    Locale.ROOT,
                    "%-5s %8.1f ms an interval, %8.1f ms of processor time: %.2f x that of %d cores%n",
                    schedule,
                    1e3 * c.wall(),
                    1e3 * c.processor(),
                    c.wall() * cores / c.processor(),
                    cores);
        });
        System.out.printf(
                Locale.ROOT,
                "hts / sync in steps per second: %.2f%n",
                median(costs.get("sync")).wall() / median(costs.get("hts")).wall());
    }

    private static Cost median(List<Cost> costs) {
        return costs.stream()
                .sorted((a, b) -> Double.compare(a.wall(), b.wall()))
                .toList()
                .get(costs.size() / 2);
    }

    private static Cost run(String schedule, String[] args) throws Exception {
        List<String> flags = new ArrayList<>(Arrays.asList(args).subList(1, args.length));
        flags.addAll(List.of("--schedule", schedule, "--wait", "blocking"));
        RunConfig config = Hts.configure(flags.toArray(String[]::new));
        Stopwatch stopwatch = new Stopwatch(config.intervals());
        new Trainer(config, stopwatch, new RunControl()).run();
        return stopwatch.cost();
    }
}
