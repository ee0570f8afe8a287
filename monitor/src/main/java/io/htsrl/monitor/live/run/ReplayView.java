package io.htsrl.monitor.live.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.trainer.report.IntervalReport;
import java.util.Arrays;
import java.util.Map;

/** The content of a run's replay memory, as far as other threads can see it. Any thread. */
final class ReplayView {
    private final long capacity;
    private volatile double[] priorities = {}; // its elements do not change

    /** @param capacity capacity in steps; 0 for a run without a replay memory */
    ReplayView(long capacity) {
        this.capacity = capacity;
    }

    /** Sets the newest sample of priorities, which must not change any more. */
    void sampled(double[] newest) {
        priorities = newest;
    }

    void write(IntervalReport report, ObjectNode json) {
        if (capacity == 0) {
            return;
        }
        long held = Math.min(capacity, report.timesteps());
        ObjectNode rows = json.putObject("replay");
        row("filled", (double) held / capacity, Numbers.text("%,d of %,d steps", held, capacity), rows);
        // a ring: its oldest element is as many steps old as the ring has elements
        row("oldest", 0, Numbers.text("%,d steps ago", held), rows);
        drawn(report.losses(), held, rows);
        double[] sorted = priorities.clone();
        Arrays.sort(sorted);
        if (sorted.length > 0) {
            double greatest = sorted[sorted.length - 1];
            priority("lower_tenth", sorted[sorted.length / 10], greatest, rows);
            priority("median", sorted[sorted.length / 2], greatest, rows);
            priority("upper_tenth", sorted[sorted.length - 1 - sorted.length / 10], greatest, rows);
            priority("greatest", greatest, greatest, rows);
        }
    }

    /** Writes metrics of the draws of the interval's updates; nothing for an interval without updates. */
    private static void drawn(Map<String, Double> metrics, long held, ObjectNode json) {
        double median = metrics.getOrDefault("sample_age_p50", Double.NaN);
        double upper = metrics.getOrDefault("sample_age_p90", Double.NaN);
        if (Double.isFinite(median)) {
            row("drawn_age_median", median / held, Numbers.text("%,.0f steps ago", median), json);
            row("drawn_age_upper_tenth", upper / held, Numbers.text("%,.0f steps ago", upper), json);
        }
        double share = metrics.getOrDefault("share_drawn", Double.NaN);
        if (Double.isFinite(share)) {
            row("learnt_from", share, Numbers.text("%.0f %% of it", 100 * share), json);
        }
        double effective = metrics.getOrDefault("effective_sample_size", Double.NaN);
        if (Double.isFinite(effective)) {
            row("effective_batch", 0, Numbers.text("%,.1f transitions", effective), json);
        }
    }

    private static void priority(String name, double value, double greatest, ObjectNode json) {
        row("priority_" + name, value / greatest, Numbers.text("%.3g", value), json);
    }

    private static void row(String name, double share, String text, ObjectNode json) {
        ObjectNode row = json.putObject(name);
        RunView.putFinite(row, "share", share);
        row.put("text", text);
    }
}
