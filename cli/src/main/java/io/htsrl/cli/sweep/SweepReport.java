package io.htsrl.cli.sweep;

import io.htsrl.cli.rundir.CsvLine;
import io.htsrl.cli.rundir.JsonDocument;
import io.htsrl.cli.rundir.RunOutcome;
import io.htsrl.cli.rundir.RunOutcome.Moment;
import io.htsrl.cli.rundir.WholeFile;
import io.htsrl.cli.settings.CliSettings;
import io.htsrl.cli.sweep.SweepPlan.SweepCandidate;
import io.htsrl.cli.sweep.SweepPlan.SweepFork;
import io.htsrl.cli.sweep.SweepResults.Standing;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.cli.terminal.ShellWords;
import io.htsrl.cli.terminal.TextTable;
import io.htsrl.core.settings.Layer;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * Results of a sweep so far, as {@code sweep.csv}, {@code sweep.json} and a table. One thread.
 *
 * @param keys settings that vary
 * @param target mean return to be reached; NaN for none
 */
record SweepReport(SweepResults results, List<String> keys, double target) {
    private static final List<String> BEFORE = List.of("algo", "env", "seed");
    private static final List<String> BEHIND =
            List.of(("run_dir state timesteps wall_seconds steps_per_second mean_return_100 final_metric "
                            + "required_steps required_seconds digest")
                    .split(" "));
    /** Most rows of the printed table. */
    private static final int MOST_ROWS = 20;

    /** Writes both files. */
    void write(Path folder) {
        List<String> header = new ArrayList<>(BEFORE);
        header.addAll(keys);
        header.addAll(BEHIND);
        StringBuilder csv = new StringBuilder(CsvLine.of(header)).append('\n');
        results.outcomes()
                .forEach((run, outcome) -> csv.append(line(run, outcome)).append('\n'));
        WholeFile.write(folder.resolve("sweep.csv"), csv.toString());
        WholeFile.write(folder.resolve("sweep.json"), json());
    }

    private String line(SweepRun run, RunOutcome o) {
        List<String> cells =
                new ArrayList<>(List.of(run.algorithm(), run.run().config().env(), Long.toString(run.seed())));
        keys.forEach(key -> cells.add(run.candidate().settings().get(key)));
        cells.addAll(List.of(
                run.folder().getFileName().toString(),
                o.state().name().toLowerCase(Locale.ROOT),
                Long.toString(o.timesteps()),
                number(o.wallSeconds()),
                number(o.stepsPerSecond()),
                number(o.meanReturn100()),
                number(o.finalMetric()),
                o.reached().map(m -> Long.toString(m.timestep())).orElse(""),
                o.reached().map(Moment::wallSeconds).map(SweepReport::number).orElse(""),
                o.digest()));
        return CsvLine.of(cells);
    }

    /** Returns a number for spreadsheets; empty for NaN. */
    private static String number(double value) {
        return Double.isNaN(value) ? "" : Double.toString(value);
    }

    private String json() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(
                "seeds",
                results.planned().stream().map(SweepRun::seed).distinct().toList());
        map.put("target", target);
        if (keys.isEmpty()) {
            Map<String, Object> algorithms = new LinkedHashMap<>();
            results.standings()
                    .forEach(s ->
                            algorithms.put(s.summary().algorithm(), s.summary().json()));
            map.put("algorithms", algorithms);
        } else {
            map.put(
                    "candidates",
                    results.ranked().stream().map(SweepReport::json).toList());
            results.best().ifPresent(best -> map.put("best", command(best)));
        }
        return JsonDocument.pretty(map);
    }

    private static Map<String, Object> json(Standing standing) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("algo", standing.summary().algorithm());
        map.put("settings", standing.candidate().settings());
        if (standing.candidate().member() > 0) {
            map.put("member", standing.candidate().member());
            map.put("history", standing.candidate().history());
        }
        map.put("total_timesteps", standing.timesteps());
        map.putAll(standing.summary().json());
        return map;
    }

    /** Prints a row for each candidate, without columns that have no information. */
    void print(PrintWriter out) {
        List<Standing> all = keys.isEmpty() ? results.standings() : results.ranked();
        Map<String, Function<Standing, String>> columns = columns(all);
        TextTable table = new TextTable();
        table.row(columns.keySet().toArray(String[]::new));
        all.stream()
                .limit(keys.isEmpty() ? all.size() : MOST_ROWS)
                .forEach(standing -> table.row(columns.values().stream()
                        .map(column -> column.apply(standing))
                        .toArray(String[]::new)));
        table.print(out);
        if (!keys.isEmpty()) {
            printBest(out, all.size());
        }
    }

    private void printBest(PrintWriter out, int candidates) {
        if (candidates > MOST_ROWS) {
            out.println("and " + (candidates - MOST_ROWS) + " more, in sweep.csv");
        }
        results.best().ifPresent(best -> {
            out.println();
            out.println("best: " + best.candidate());
            out.println("  " + command(best));
            if (best.candidate().member() > 0) {
                out.println("  its settings: " + best.candidate().history());
            }
        });
    }

    private Map<String, Function<Standing, String>> columns(List<Standing> all) {
        Map<String, Function<Standing, String>> columns = new LinkedHashMap<>();
        if (keys.isEmpty() || distinct(all, s -> s.summary().algorithm()) > 1) {
            columns.put("ALGO", s -> s.summary().algorithm());
        }
        if (keys.isEmpty()) {
            columns.put("ENVIRONMENT", s -> s.summary().env());
        }
        if (all.stream().anyMatch(s -> s.candidate().member() > 0)) {
            columns.put("MEMBER", s -> Integer.toString(s.candidate().member()));
        }
        keys.forEach(key -> columns.put(key, s -> s.candidate().settings().get(key)));
        if (distinct(all, s -> Integer.toString(s.rung())) > 1) {
            columns.put("TIMESTEPS", s -> Numbers.text("%,d", s.timesteps()));
        }
        columns.put("RUNS", s -> of(s.summary().finished(), s.summary().planned()));
        columns.put("RETURN (95 % CI)", s -> s.summary().returns().toString());
        if (results.evaluated()) {
            columns.put("FINAL METRIC (95 % CI)", s -> s.summary().finals().toString());
        }
        if (!Double.isNaN(target)) {
            columns.put(
                    "STEPS TO " + Numbers.ofReturn(target, 2),
                    s -> whole(s.summary().steps()));
            columns.put(
                    "TIME",
                    s -> s.summary().reached() == 0
                            ? "-"
                            : Numbers.text("%,.1f s", s.summary().seconds()));
            columns.put("REACHED", s -> of(s.summary().reached(), s.summary().finished()));
        }
        columns.put("STEPS/S", s -> whole(s.summary().rate()));
        return columns;
    }

    private static long distinct(List<Standing> all, Function<Standing, String> of) {
        return all.stream().map(of).distinct().count();
    }

    private static String of(int some, int all) {
        return some + " of " + all;
    }

    private static String whole(double value) {
        return Double.isNaN(value) ? "-" : Numbers.text("%,.0f", value);
    }

    /**
     * Returns the command that trains a candidate again: all given settings, in the order of the help. No single one
     * trains a member of a population: then it is the {@code hts evaluate} that shows its policy.
     */
    private static String command(Standing standing) {
        SweepCandidate candidate = standing.candidate();
        SweepRun run = standing.runs().get(0);
        if (candidate.member() > 0) {
            return ShellWords.hts("evaluate", run.folder().toString());
        }
        List<String> words = new ArrayList<>(List.of("train"));
        Layer given = candidate.base().replacing("seed", Long.toString(run.seed()));
        if (candidate.isForkOfRun()) {
            SweepFork fork = candidate.fork();
            words = new ArrayList<>(List.of("fork", fork.run().toString(), "--at", Long.toString(fork.interval())));
            for (Map.Entry<String, String> change : candidate.settings().entrySet()) {
                words.addAll(List.of("--set", change.getKey() + "=" + change.getValue()));
            }
            given = candidate.flags().only(key -> !candidate.settings().containsKey(key));
        }
        words.addAll(CliSettings.words(given.without("quiet")));
        return ShellWords.hts(words.toArray(String[]::new));
    }
}
