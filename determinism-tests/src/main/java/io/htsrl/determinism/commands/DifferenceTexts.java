package io.htsrl.determinism.commands;

import com.fasterxml.jackson.databind.JsonNode;
import io.htsrl.cli.rundir.EpisodesReader;
import io.htsrl.cli.rundir.JsonLine;
import io.htsrl.cli.rundir.MetricsReader;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.terminal.TextTable;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.ShownText;
import io.htsrl.determinism.verify.Difference;
import io.htsrl.determinism.verify.Field;
import io.htsrl.determinism.verify.RecordedCheckpoints;
import io.htsrl.trainer.report.EpisodeRecord;
import io.htsrl.trainer.report.IntervalReport;
import java.io.PrintWriter;
import java.util.ArrayList;
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
     * @param here     the intervals of which one differs first, in order
     * @param episodes those that ended in them
     */
    void print(List<IntervalReport> here, List<EpisodeRecord> episodes) {
        printValues(here, episodes);
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

    private void printValues(List<IntervalReport> here, List<EpisodeRecord> episodes) {
        List<RunDiff.Difference> rows = new ArrayList<>();
        long first = here.get(0).interval();
        long last = first + here.size() - 1;
        try (EpisodesReader recorded = run.episodes();
                MetricsReader metrics = run.metricsReader()) {
            EpisodeRecord episode = recorded.next();
            while (episode != null && (episode.interval() < first || episodes.contains(episode))) {
                episode = recorded.next();
            }
            if (episode != null && episode.interval() <= last) { // later ones may differ in consequence
                rows.add(difference(episode, episodes));
            }
            JsonNode line = metrics.next();
            while (line != null && line.path("interval").asLong() < first) {
                line = metrics.next();
            }
            if (line != null && line.path("interval").asLong() <= last) {
                addMetrics(rows, line, here.get((int) (line.path("interval").asLong() - first)));
            }
        } catch (ConfigurationException e) {
            // a file is missing or damaged: the other's values are shown
        }
        print(out, "  recorded values that differ", rows);
    }

    private static RunDiff.Difference difference(EpisodeRecord recorded, List<EpisodeRecord> here) {
        return new RunDiff.Difference(
                "episode of environment " + recorded.environment() + " up to step " + recorded.timestep(),
                text(recorded),
                here.stream()
                        .filter(one -> one.environment() == recorded.environment()
                                && one.timestep() == recorded.timestep())
                        .findFirst()
                        .map(DifferenceTexts::text)
                        .orElse(null));
    }

    private static void addMetrics(List<RunDiff.Difference> rows, JsonNode line, IntervalReport report) {
        Map<String, Double> here = new HashMap<>(report.losses());
        here.put("episodes", (double) report.episodes());
        here.put("mean_return_100", report.meanReturn100());
        line.properties().forEach(field -> {
            String name = field.getKey();
            String recorded = JsonLine.decimal(field.getValue().asDouble(Double.NaN));
            String value = here.containsKey(name) ? JsonLine.decimal(here.get(name)) : recorded;
            if (!value.equals(recorded) && !name.contains("second")) { // times never repeat
                rows.add(new RunDiff.Difference(name, recorded, value));
            }
        });
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

    private static String text(EpisodeRecord episode) {
        return "return " + JsonLine.decimal(episode.ret()) + " in " + episode.length() + " steps";
    }
}
