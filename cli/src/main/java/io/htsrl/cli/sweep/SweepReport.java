package io.htsrl.cli.sweep;

import io.htsrl.cli.rundir.RunOutcome;
import io.htsrl.cli.rundir.RunOutcome.Moment;
import io.htsrl.cli.rundir.files.Json;
import io.htsrl.cli.rundir.files.WholeFile;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.cli.terminal.TextTable;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a sweep has come to so far, as {@code sweep.csv}, {@code sweep.json} and a table. One thread. */
final class SweepReport {
    private static final String HEADER = "algo,env,seed,run_dir,state,timesteps,wall_seconds,steps_per_second,"
            + "mean_return_100,final_metric,required_steps,required_seconds,digest\n";

    private final List<SweepRun> planned;
    private final double target;
    private final Map<SweepRun, RunOutcome> outcomes = new LinkedHashMap<>();

    /** @param target mean return to be reached; NaN for none */
    SweepReport(List<SweepRun> planned, double target) {
        this.planned = planned;
        this.target = target;
    }

    void add(SweepRun run, RunOutcome outcome) {
        outcomes.put(run, outcome);
    }

    /** Writes both files. */
    void write(Path folder) {
        StringBuilder csv = new StringBuilder(HEADER);
        outcomes.forEach((run, outcome) -> csv.append(line(run, outcome)).append('\n'));
        WholeFile.write(folder.resolve("sweep.csv"), csv.toString());
        WholeFile.write(folder.resolve("sweep.json"), json());
    }

    private static String line(SweepRun run, RunOutcome o) {
        return String.join(
                ",",
                run.algorithm(),
                run.run().config().env(),
                Long.toString(run.seed()),
                run.folder().getFileName().toString(),
                o.state().name().toLowerCase(Locale.ROOT),
                Long.toString(o.timesteps()),
                number(o.wallSeconds()),
                number(o.stepsPerSecond()),
                number(o.meanReturn100()),
                number(o.finalMetric()),
                o.reached().map(m -> Long.toString(m.timestep())).orElse(""),
                o.reached().map(Moment::wallSeconds).map(SweepReport::number).orElse(""),
                o.digest());
    }

    /** Empty where there is none, as spreadsheets take it. */
    private static String number(double value) {
        return Double.isNaN(value) ? "" : Double.toString(value);
    }

    private String json() {
        Map<String, Object> algorithms = new LinkedHashMap<>();
        summaries().forEach(summary -> algorithms.put(summary.algorithm(), summary.json()));
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("seeds", planned.stream().map(SweepRun::seed).distinct().toList());
        map.put("target", target);
        map.put("algorithms", algorithms);
        return Json.pretty(map);
    }

    private List<SweepSummary> summaries() {
        Map<String, List<SweepRun>> runs = new LinkedHashMap<>();
        planned.forEach(run ->
                runs.computeIfAbsent(run.algorithm(), a -> new ArrayList<>()).add(run));
        return runs.entrySet().stream()
                .map(e -> SweepSummary.of(
                        e.getKey(),
                        e.getValue().get(0).run().config().env(),
                        e.getValue().size(),
                        e.getValue().stream()
                                .filter(outcomes::containsKey)
                                .map(outcomes::get)
                                .toList()))
                .toList();
    }

    /** A row for each algorithm; columns that would be empty are left out. */
    void print(PrintWriter out) {
        boolean evaluated =
                planned.stream().anyMatch(run -> run.run().evaluation().enabled());
        TextTable table = new TextTable();
        table.row(cells(
                evaluated,
                "ALGO",
                "ENVIRONMENT",
                "RUNS",
                "RETURN (95 % CI)",
                "FINAL METRIC (95 % CI)",
                "STEPS TO " + Numbers.decimal(target, 2),
                "TIME",
                "REACHED",
                "STEPS/S"));
        for (SweepSummary s : summaries()) {
            table.row(cells(
                    evaluated,
                    s.algorithm(),
                    s.env(),
                    of(s.finished(), s.planned()),
                    s.returns().toString(),
                    s.finals().toString(),
                    whole(s.steps()),
                    s.reached() == 0 ? "-" : String.format(Locale.ROOT, "%,.1f s", s.seconds()),
                    of(s.reached(), s.finished()),
                    whole(s.rate())));
        }
        table.print(out);
    }

    private String[] cells(boolean evaluated, String... all) {
        List<String> cells = new ArrayList<>(List.of(all));
        if (Double.isNaN(target)) {
            cells.subList(5, 8).clear();
        }
        if (!evaluated) {
            cells.remove(4);
        }
        return cells.toArray(String[]::new);
    }

    private static String of(int some, int all) {
        return some + " of " + all;
    }

    private static String whole(double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%,.0f", value);
    }
}
