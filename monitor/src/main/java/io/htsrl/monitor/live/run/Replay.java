package io.htsrl.monitor.live.run;

import com.fasterxml.jackson.core.JsonGenerator;
import io.htsrl.trainer.report.IntervalReport;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/** What the replay memory of a run holds, as far as it can be told from outside. Any thread. */
final class Replay {
    private final long capacity;
    private volatile double[] priorities = {}; // never written after it is here

    /** @param capacity in steps; 0 of a run without a replay memory */
    Replay(long capacity) {
        this.capacity = capacity;
    }

    /** The newest sample of priorities; not to be written any more. */
    void sampled(double[] newest) {
        priorities = newest;
    }

    void write(IntervalReport report, JsonGenerator json) throws IOException {
        if (capacity == 0) {
            return;
        }
        long held = Math.min(capacity, report.timesteps());
        json.writeObjectFieldStart("replay");
        row("filled", (double) held / capacity, String.format(Locale.ROOT, "%,d of %,d steps", held, capacity), json);
        // a ring: the oldest of them is as many steps old as it holds
        row("oldest", 0, String.format(Locale.ROOT, "%,d steps ago", held), json);
        drawn(report.losses(), held, json);
        double[] sorted = priorities.clone();
        Arrays.sort(sorted);
        if (sorted.length > 0) {
            double greatest = sorted[sorted.length - 1];
            priority("lower_tenth", sorted[sorted.length / 10], greatest, json);
            priority("median", sorted[sorted.length / 2], greatest, json);
            priority("upper_tenth", sorted[sorted.length - 1 - sorted.length / 10], greatest, json);
            priority("greatest", greatest, greatest, json);
        }
        json.writeEndObject();
    }

    /** What the interval's updates drew; nothing of an interval without. */
    private static void drawn(Map<String, Double> figures, long held, JsonGenerator json) throws IOException {
        double median = figures.getOrDefault("sample_age_p50", Double.NaN);
        double upper = figures.getOrDefault("sample_age_p90", Double.NaN);
        if (Double.isFinite(median)) {
            row("drawn_age_median", median / held, String.format(Locale.ROOT, "%,.0f steps ago", median), json);
            row("drawn_age_upper_tenth", upper / held, String.format(Locale.ROOT, "%,.0f steps ago", upper), json);
        }
        double share = figures.getOrDefault("share_drawn", Double.NaN);
        if (Double.isFinite(share)) {
            row("learnt_from", share, String.format(Locale.ROOT, "%.0f %% of it", 100 * share), json);
        }
        double effective = figures.getOrDefault("effective_sample_size", Double.NaN);
        if (Double.isFinite(effective)) {
            row("effective_batch", 0, String.format(Locale.ROOT, "%,.1f transitions", effective), json);
        }
    }

    private static void priority(String name, double value, double greatest, JsonGenerator json) throws IOException {
        row("priority_" + name, value / greatest, String.format(Locale.ROOT, "%.3g", value), json);
    }

    private static void row(String name, double share, String text, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart(name);
        if (Double.isFinite(share)) {
            json.writeNumberField("share", share);
        }
        json.writeStringField("text", text);
        json.writeEndObject();
    }
}
