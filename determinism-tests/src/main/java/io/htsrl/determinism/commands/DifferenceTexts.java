package io.htsrl.determinism.commands;

import com.fasterxml.jackson.databind.JsonNode;
import io.htsrl.cli.rundir.JsonLine;
import io.htsrl.cli.rundir.MetricsReader;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.terminal.TextTable;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.ShownText;
import io.htsrl.determinism.verify.Difference;
import io.htsrl.determinism.verify.Field;
import io.htsrl.determinism.verify.RecordedCheckpoints;
import io.htsrl.trainer.report.IntervalReport;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Prints what a recorded run's files say about the first difference from it, and no more: a digest covers an interval's
 * steps, parameters and learner's state as one. One thread.
 */
final class DifferenceTexts {
    private final RunReader run;
    private final RecordedCheckpoints checkpoints;
    private final PrintWriter out;

    DifferenceTexts(RunReader run, RecordedCheckpoints checkpoints, PrintWriter out) {
        this.run = run;
        this.checkpoints = checkpoints;
        this.out = out;
    }

    /**
     * Prints the field, as far as it is known.
     *
     * @param here the intervals of which one differs first, in order
     */
    void print(List<IntervalReport> here) {
        printMetrics(here);
        long interval = here.get(here.size() - 1).interval();
        boolean known = here.size() == 1;
        Optional<Difference> found = checkpoints.difference();
        if (known && checkpoints.equal(interval)) {
            print(Field.LEARNER);
        } else if (known && found.filter(at -> at.interval() == interval).isPresent()) {
            out.println("first difference: " + found.get());
            out.println("  " + found.get().field().hint());
        } else {
            out.println("no checkpoint was taken right after it, so the first field that differs is not recorded");
            found.ifPresent(later -> out.println("the next checkpoint differs, perhaps in consequence: " + later));
        }
    }

    /** Prints a field of which no checkpoint has the values. */
    void print(Field field) {
        out.println("first difference: " + field.words());
        out.println("  " + field.hint());
    }

    /** Prints the metrics that differ in the first recorded one of these intervals. */
    private void printMetrics(List<IntervalReport> here) {
        long first = here.get(0).interval();
        try (MetricsReader metrics = run.metricsReader()) {
            JsonNode line = metrics.next();
            while (line != null && line.path("interval").asLong() < first) {
                line = metrics.next();
            }
            long at = line == null ? -1 : line.path("interval").asLong() - first;
            if (at >= 0 && at < here.size()) {
                print(out, "  recorded metrics that differ", metrics(line, here.get((int) at)));
            }
        } catch (ConfigurationException e) {
            // missing or damaged: the digests prove the difference without it
        }
    }

    private static List<RunDiff.Difference> metrics(JsonNode line, IntervalReport report) {
        Map<String, Double> here = new HashMap<>(report.losses());
        here.put("episodes", (double) report.episodes());
        here.put("mean_return_100", report.meanReturn100());
        return line.properties().stream()
                .filter(metric -> here.containsKey(metric.getKey()) && !metric.getKey().contains("second")) // no times
                .map(metric -> new RunDiff.Difference(
                        metric.getKey(),
                        JsonLine.decimal(metric.getValue().asDouble(Double.NaN)),
                        JsonLine.decimal(here.get(metric.getKey()))))
                .filter(metric -> !metric.a().equals(metric.b()))
                .toList();
    }

    /** Prints a table, if it has rows. Texts of another person's files may have control characters. */
    static void print(PrintWriter out, String heading, List<RunDiff.Difference> rows) {
        if (!rows.isEmpty()) {
            TextTable table = new TextTable().row(heading, "RECORDED", "HERE");
            rows.forEach(each -> table.row("    " + ShownText.of(each.name()), shown(each.a()), shown(each.b())));
            table.print(out);
        }
    }

    private static String shown(String value) {
        return value == null ? "-" : ShownText.of(value);
    }
}
