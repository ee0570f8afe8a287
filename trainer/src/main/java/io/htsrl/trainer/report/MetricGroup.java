package io.htsrl.trainer.report;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** A group of an interval's metrics that are shown together. Stateless, any thread. */
public enum MetricGroup {

    /** The metrics of the machines that collect rollouts. */
    NODES("node_", Set.of(MetricGroup.NODE_COUNT)),

    /** The metrics of a learner's replay memory. */
    REPLAY(
            null,
            Set.of(
                    "buffer_size",
                    "per_beta",
                    "updates_waiting",
                    "share_drawn",
                    "effective_sample_size",
                    "samples_per_insert",
                    "insert_wait_seconds",
                    "sample_wait_seconds"));

    /** Name of the metric for the number of nodes that take part. */
    public static final String NODE_COUNT = "nodes";

    /** Name of the metric for columns that were reassigned to another node, so far. */
    public static final String REASSIGNED = "node_columns_again";

    private final String prefix; // null without a common prefix
    private final Set<String> names;

    MetricGroup(String prefix, Set<String> names) {
        this.prefix = prefix;
        this.names = names;
    }

    public boolean has(String metric) {
        return names.contains(metric)
                || (prefix == null
                        ? metric.startsWith("sample_age_") || metric.startsWith("priority_")
                        : metric.startsWith(prefix));
    }

    /** Returns the metric's name inside the group. */
    public String within(String metric) {
        return prefix != null && metric.startsWith(prefix) ? metric.substring(prefix.length()) : metric;
    }

    /** Returns the group's metrics of an interval, in its order. */
    public Map<String, Double> of(IntervalReport report) {
        Map<String, Double> metrics = new LinkedHashMap<>(report.losses());
        metrics.keySet().removeIf(name -> !has(name));
        return metrics;
    }
}
