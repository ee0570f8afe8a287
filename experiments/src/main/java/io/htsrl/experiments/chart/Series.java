package io.htsrl.experiments.chart;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Points of one name, which are added one by one. One thread.
 *
 * @param leader whose companion this is, such as a prediction of what it measured; its own name where it is none
 * @param kind   of companion, such as {@code simulated}; empty where it is none
 * @param points values by their texts on the x axis
 * @param lows   lower ends of intervals, where there are some
 * @param highs  upper ends
 */
public record Series(
        String name,
        String leader,
        String kind,
        Map<String, Double> points,
        Map<String, Double> lows,
        Map<String, Double> highs) {

    /** One without points. */
    public static Series of(String name, String leader, String kind) {
        return new Series(name, leader, kind, new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
    }

    boolean isCompanion() {
        return !kind.isEmpty();
    }
}
