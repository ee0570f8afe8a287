package io.htsrl.cli.evaluate;

import io.htsrl.cli.rundir.files.Json;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.trainer.evaluation.Bootstrap;
import io.htsrl.trainer.evaluation.Bootstrap.ConfidenceInterval;
import io.htsrl.trainer.evaluation.EvaluationPolicy;
import io.htsrl.trainer.evaluation.Sample;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What {@code hts evaluate} found out, as a table and as JSON. One thread. */
final class EvaluationReport {
    private static final String ROW = "  %-12s%s%n";

    private final TrainedPolicy policy;
    private final EvaluationPolicy actions;
    private final long seed;
    private final List<Episode> episodes;
    private final double[] returns;
    private final ConfidenceInterval interval;

    EvaluationReport(TrainedPolicy policy, EvaluationPolicy actions, long seed, List<Episode> episodes) {
        this.policy = policy;
        this.actions = actions;
        this.seed = seed;
        this.episodes = episodes;
        this.returns = episodes.stream().mapToDouble(Episode::ret).toArray();
        this.interval = Bootstrap.ofMean(returns);
    }

    void print(PrintWriter out) {
        out.println(policy.config().algorithm().algorithm() + " on "
                + policy.config().env() + ", " + policy.file());
        row(out, "policy", actions + ", after " + policy.intervals() + " intervals, seed " + seed);
        row(out, "episodes", String.format(Locale.ROOT, "%,d", episodes.size()));
        row(
                out,
                "mean",
                Numbers.decimal(Sample.mean(returns), 2) + "  (95 % CI " + Numbers.decimal(interval.low(), 2) + " .. "
                        + Numbers.decimal(interval.high(), 2) + ", bootstrap)");
        row(out, "std", Numbers.decimal(Sample.standardDeviation(returns), 2));
        row(out, "median", Numbers.decimal(Sample.median(returns), 2));
        row(out, "min", Numbers.decimal(min(), 2));
        row(out, "max", Numbers.decimal(max(), 2));
        row(out, "mean length", Numbers.decimal(meanLength(), 2));
        out.flush();
    }

    /** One line, of one run of several. */
    void printLine(PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "  %-40s  %s  (std %s, after %d intervals)%n",
                policy.run().getFileName(),
                Numbers.decimal(mean(), 2),
                Numbers.decimal(Sample.standardDeviation(returns), 2),
                policy.intervals());
        out.flush();
    }

    Path run() {
        return policy.run();
    }

    double mean() {
        return Sample.mean(returns);
    }

    private static void row(PrintWriter out, String name, String value) {
        out.printf(Locale.ROOT, ROW, name, value);
    }

    /** All of it, every episode included. */
    String json() {
        return Json.pretty(map());
    }

    /** The same, as a part of a document. */
    Map<String, Object> map() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("run", policy.run().toString());
        map.put("parameters", policy.file().toString());
        map.put("algo", policy.config().algorithm().algorithm());
        map.put("env", policy.config().env());
        map.put("interval", policy.intervals());
        map.put("policy", actions.toString());
        map.put("seed", seed);
        map.put("episodes", episodes.size());
        map.put("mean", Sample.mean(returns));
        map.put("mean_ci_low", interval.low());
        map.put("mean_ci_high", interval.high());
        map.put("std", Sample.standardDeviation(returns));
        map.put("median", Sample.median(returns));
        map.put("iqm", Sample.interquartileMean(returns));
        map.put("min", min());
        map.put("max", max());
        map.put("mean_length", meanLength());
        map.put("returns", episodes.stream().map(Episode::ret).toList());
        map.put("lengths", episodes.stream().map(Episode::length).toList());
        return map;
    }

    private double min() {
        return Arrays.stream(returns).min().orElse(Double.NaN);
    }

    private double max() {
        return Arrays.stream(returns).max().orElse(Double.NaN);
    }

    private double meanLength() {
        return Sample.mean(episodes.stream().mapToDouble(Episode::length).toArray());
    }
}
