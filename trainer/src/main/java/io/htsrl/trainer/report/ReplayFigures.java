package io.htsrl.trainer.report;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Which of a learner's figures are of its replay memory, for those who show them together. Stateless, any thread. */
public final class ReplayFigures {
    private static final Set<String> NAMES = Set.of(
            "buffer_size",
            "per_beta",
            "updates_waiting",
            "share_drawn",
            "effective_sample_size",
            "samples_per_insert",
            "insert_wait_seconds",
            "sample_wait_seconds");

    private ReplayFigures() {}

    public static boolean has(String figure) {
        return NAMES.contains(figure) || figure.startsWith("sample_age_") || figure.startsWith("priority_");
    }

    /** Those of an interval, in its order; none of a learner without a memory. */
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
