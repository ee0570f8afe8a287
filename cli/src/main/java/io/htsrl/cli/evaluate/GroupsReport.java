package io.htsrl.cli.evaluate;

import io.htsrl.cli.rundir.RunGroup;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.rundir.files.Json;
import io.htsrl.cli.terminal.Estimate;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.cli.terminal.TextTable;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What {@code hts evaluate} found out about a folder of runs: means over seeds, as a table and as JSON. One thread. */
final class GroupsReport {
    private final Path folder;
    private final Map<String, List<EvaluationReport>> groups = new LinkedHashMap<>();

    /** @param reports of those runs of the groups that have a policy */
    GroupsReport(Path folder, List<RunGroup> groups, List<EvaluationReport> reports) {
        this.folder = folder;
        for (RunGroup group : groups) {
            List<Path> runs = group.runs().stream().map(RunReader::folder).toList();
            List<EvaluationReport> own =
                    reports.stream().filter(r -> runs.contains(r.run())).toList();
            if (!own.isEmpty()) {
                this.groups.put(group.name(), own);
            }
        }
    }

    void print(PrintWriter out) {
        TextTable table = new TextTable();
        table.row("RUNS", "SEEDS", "MEAN OVER SEEDS (95 % CI)", "WORST SEED", "BEST SEED");
        groups.forEach((name, reports) -> {
            double[] means = means(reports);
            table.row(
                    name,
                    Integer.toString(means.length),
                    Estimate.of(means).toString(),
                    Numbers.decimal(Arrays.stream(means).min().orElse(Double.NaN), 2),
                    Numbers.decimal(Arrays.stream(means).max().orElse(Double.NaN), 2));
        });
        out.println();
        table.print(out);
    }

    /** All of it, every run's episodes included. */
    String json() {
        return Json.pretty(Map.of(
                "folder",
                folder.toString(),
                "groups",
                groups.entrySet().stream()
                        .map(e -> json(e.getKey(), e.getValue()))
                        .toList()));
    }

    private static Map<String, Object> json(String name, List<EvaluationReport> reports) {
        double[] means = means(reports);
        Estimate estimate = Estimate.of(means);
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", name);
        map.put("mean", estimate.mean());
        map.put("mean_ci_low", estimate.interval().low());
        map.put("mean_ci_high", estimate.interval().high());
        map.put("runs", reports.stream().map(EvaluationReport::map).toList());
        return map;
    }

    private static double[] means(List<EvaluationReport> reports) {
        return reports.stream().mapToDouble(EvaluationReport::mean).toArray();
    }
}
