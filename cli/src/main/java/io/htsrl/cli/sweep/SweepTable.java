package io.htsrl.cli.sweep;

import io.htsrl.cli.sweep.SweepResults.Standing;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.cli.terminal.TextTable;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** What a sweep has come to, as a table: a row for each candidate; columns that would say nothing are left out. */
final class SweepTable {
    /** Rows that people read. */
    private static final int MOST_ROWS = 20;

    private final SweepResults results;
    private final List<String> keys;
    private final double target;

    /**
     * A table of {@code results}, which may grow.
     *
     * @param keys   settings that vary; the best candidates come first then
     * @param target mean return to be reached; NaN for none
     */
    SweepTable(SweepResults results, List<String> keys, double target) {
        this.results = results;
        this.keys = keys;
        this.target = target;
    }

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
            out.println(
                    "  " + BestCommand.of(best.candidate(), best.runs().get(0).seed()));
        });
        out.flush();
    }

    private Map<String, Function<Standing, String>> columns(List<Standing> all) {
        Map<String, Function<Standing, String>> columns = new LinkedHashMap<>();
        if (keys.isEmpty() || distinct(all, s -> s.summary().algorithm()) > 1) {
            columns.put("ALGO", s -> s.summary().algorithm());
        }
        if (keys.isEmpty()) {
            columns.put("ENVIRONMENT", s -> s.summary().env());
        }
        keys.forEach(key -> columns.put(key, s -> s.candidate().settings().get(key)));
        if (distinct(all, s -> Integer.toString(s.rung())) > 1) {
            columns.put("TIMESTEPS", s -> String.format(Locale.ROOT, "%,d", s.timesteps()));
        }
        columns.put("RUNS", s -> of(s.summary().finished(), s.summary().planned()));
        columns.put("RETURN (95 % CI)", s -> s.summary().returns().toString());
        if (results.evaluated()) {
            columns.put("FINAL METRIC (95 % CI)", s -> s.summary().finals().toString());
        }
        if (!Double.isNaN(target)) {
            columns.put(
                    "STEPS TO " + Numbers.decimal(target, 2),
                    s -> whole(s.summary().steps()));
            columns.put(
                    "TIME",
                    s -> s.summary().reached() == 0
                            ? "-"
                            : String.format(Locale.ROOT, "%,.1f s", s.summary().seconds()));
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
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%,.0f", value);
    }
}
