package io.htsrl.benchmarks.bridge;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Speeds of all contenders, run by run. One thread. */
final class Rates {
    private final Map<String, List<Speed>> all = new LinkedHashMap<>();

    void add(String contender, Speed speed) {
        all.computeIfAbsent(contender, key -> new ArrayList<>()).add(speed);
    }

    /** Returns the median steps per second; the upper one of two. */
    double median(String contender) {
        return median(all.get(contender), Speed::stepsPerSecond);
    }

    private static double median(List<Speed> speeds, ToDoubleFunction<Speed> value) {
        double[] sorted = speeds.stream().mapToDouble(value).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    /** Returns a table of median, minimum and maximum, in the order of the first runs. */
    String table() {
        StringBuilder table = new StringBuilder(String.format(
                Locale.ROOT,
                "%-28s %10s %10s %10s %24s%n",
                "steps/s",
                "median",
                "min",
                "max",
                "processor time, us/step"));
        all.forEach((name, speeds) -> table.append(row(name, speeds)));
        return table.toString();
    }

    private static String row(String name, List<Speed> speeds) {
        DoubleSummaryStatistics rates =
                speeds.stream().mapToDouble(Speed::stepsPerSecond).summaryStatistics();
        return String.format(
                Locale.ROOT,
                "%-28s %10.0f %10.0f %10.0f %24.1f%n",
                name,
                median(speeds, Speed::stepsPerSecond),
                rates.getMin(),
                rates.getMax(),
                median(speeds, Speed::processorMicros));
    }
}
