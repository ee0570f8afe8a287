package io.htsrl.cli.sweep;

import io.htsrl.cli.rundir.RunOutcome;
import io.htsrl.cli.rundir.RunOutcome.Moment;
import io.htsrl.cli.rundir.files.CsvLine;
import io.htsrl.cli.rundir.files.Json;
import io.htsrl.cli.rundir.files.WholeFile;
import io.htsrl.cli.sweep.SweepResults.Standing;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a sweep has come to so far, as {@code sweep.csv} and {@code sweep.json}. One thread. */
final class SweepReport {
    private static final List<String> BEFORE = List.of("algo", "env", "seed");
    private static final List<String> BEHIND = List.of(
            "run_dir",
            "state",
            "timesteps",
            "wall_seconds",
            "steps_per_second",
            "mean_return_100",
            "final_metric",
            "required_steps",
            "required_seconds",
            "digest");

    private final SweepResults results;
    private final List<String> keys;
    private final double target;

    /**
     * A report of {@code results}, which may grow.
     *
     * @param keys   settings that vary
     * @param target mean return to be reached; NaN for none
     */
    SweepReport(SweepResults results, List<String> keys, double target) {
        this.results = results;
        this.keys = keys;
        this.target = target;
    }

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

    /** Empty where there is none, as spreadsheets take it. */
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
            results.best()
                    .ifPresent(best -> map.put(
                            "best",
                            BestCommand.of(best.candidate(), best.runs().get(0).seed())));
        }
        return Json.pretty(map);
    }

    private static Map<String, Object> json(Standing standing) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("algo", standing.summary().algorithm());
        map.put("settings", standing.candidate().settings());
        map.put("total_timesteps", standing.timesteps());
        map.putAll(standing.summary().json());
        return map;
    }
}
