package io.htsrl.benchmarks.peers;

import io.htsrl.benchmarks.output.MarkdownTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Rates of some programs that were measured in turns, each as often, and their rows of a table. One thread. */
final class RateRows {
    private final Map<String, List<Double>> rates = new LinkedHashMap<>();

    void add(String program, double rate) {
        rates.computeIfAbsent(program, name -> new ArrayList<>()).add(rate);
    }

    /**
     * Appends a row for each program: {@code cells}, name, median, least and greatest rate, and the ratio of the
     * medians of the first program and of this one.
     */
    void addTo(MarkdownTable table, Object... cells) {
        rates.values().forEach(list -> list.sort(Double::compare));
        double first = median(rates.values().iterator().next());
        rates.forEach((name, list) -> table.row(Stream.concat(
                        Arrays.stream(cells),
                        Stream.of(name, median(list), list.get(0), list.get(list.size() - 1), first / median(list)))
                .toArray()));
    }

    private static double median(List<Double> sorted) {
        return sorted.get(sorted.size() / 2);
    }
}
