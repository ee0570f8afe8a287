package io.htsrl.cli.train;

import io.htsrl.cli.terminal.Numbers;
import io.htsrl.trainer.report.TimeUse;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Prints how a run's time was used, in three lines. Stateless, any thread. */
final class TimeTexts {
    /** Most sizes of batches that are listed; more are grouped by powers of two. */
    private static final int FEW = 5;

    private TimeTexts() {}

    /** Prints the lines; nothing where the run has no measurements. */
    static void print(PrintWriter out, TimeUse use) {
        if (!use.roles().isEmpty()) {
            RunTexts.line(out, "  busy      " + busy(use));
        }
        if (use.intervals() > 0 && use.roles().values().stream().anyMatch(role -> role.barrierSeconds() > 0)) {
            RunTexts.line(out, "  barrier   " + barrier(use));
        }
        if (use.batches() > 0) {
            RunTexts.line(out, "  batches   " + batches(use));
        }
    }

    private static String busy(TimeUse use) {
        return use.roles().entrySet().stream()
                        .map(role ->
                                role.getKey() + " " + percent(role.getValue().utilisation()))
                        .collect(Collectors.joining(", "))
                + " of their threads' time";
    }

    private static String barrier(TimeUse use) {
        return use.roles().entrySet().stream()
                        .filter(role -> role.getValue().barrierSeconds() > 0)
                        .map(role -> role.getKey() + " idle "
                                + duration(role.getValue().barrierSeconds()
                                        / role.getValue().threads()
                                        / use.intervals())
                                + " (" + percent(role.getValue().barrierShare()) + ")")
                        .collect(Collectors.joining(", "))
                + " per interval";
    }

    private static String batches(TimeUse use) {
        SortedMap<Integer, Long> sizes = use.batchSizes();
        List<String> shares = new ArrayList<>();
        ranges(sizes).forEach((first, last) -> {
            long count = sizes.subMap(first, last + 1).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            shares.add((last > first ? first + "-" + last : first) + ": " + percent((double) count / use.batches()));
        });
        return Numbers.text(
                "%,d, of size %s; mean %.1f",
                use.batches(), String.join(", ", shares), (double) use.states() / use.batches());
    }

    /** Returns first and last size of each share. */
    private static Map<Integer, Integer> ranges(SortedMap<Integer, Long> sizes) {
        Map<Integer, Integer> ranges = new TreeMap<>();
        for (int size : sizes.keySet()) {
            int power = Integer.highestOneBit(size);
            ranges.put(
                    sizes.size() > FEW ? power : size,
                    sizes.size() > FEW ? Math.min(2 * power - 1, sizes.lastKey()) : size);
        }
        return ranges;
    }

    private static String percent(double share) {
        boolean nearly = share >= 0.995 && share < 1; // 100 % would be printed, which is not true
        return share > 0 && share < 0.005 ? "<1 %" : nearly ? ">99 %" : Numbers.text("%.0f %%", 100 * share);
    }

    private static String duration(double seconds) {
        return seconds < 1e-3
                ? Numbers.text("%.0f us", seconds * 1e6)
                : seconds < 1 ? Numbers.text("%.1f ms", seconds * 1e3) : Numbers.text("%.1f s", seconds);
    }
}
