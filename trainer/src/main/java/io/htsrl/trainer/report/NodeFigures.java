package io.htsrl.trainer.report;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which of an interval's figures are of the machines that collect rollouts, for those who show them together. Stateless,
 * any thread.
 */
public final class NodeFigures {
    /** How many take part. */
    public static final String NODES = "nodes";

    /** Columns that were given to somebody else, so far. */
    public static final String AGAIN = "node_columns_again";

    private static final String PREFIX = "node_";

    private NodeFigures() {}

    public static boolean has(String figure) {
        return figure.equals(NODES) || figure.startsWith(PREFIX);
    }

    /** The figure's name among others of nodes alone. */
    public static String within(String figure) {
        return figure.startsWith(PREFIX) ? figure.substring(PREFIX.length()) : figure;
    }

    /** Those of an interval, in its order; none of a run whose rollouts are collected here. */
    public static Map<String, Double> of(IntervalReport report) {
        Map<String, Double> figures = new LinkedHashMap<>();
        report.losses().forEach((name, value) -> {
            if (has(name)) {
                figures.put(name, value);
            }
        });
        return figures;
    }
}
