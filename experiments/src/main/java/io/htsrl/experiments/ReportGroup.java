package io.htsrl.experiments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.htsrl.cli.rundir.Manifest;
import io.htsrl.cli.rundir.RunFacts;
import io.htsrl.cli.rundir.RunOutcome;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.rundir.RunReader.RunState;
import io.htsrl.cli.settings.CliSettings;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.cli.zoo.ZooEntry;
import io.htsrl.cli.zoo.ZooEntry.ZooRun;
import io.htsrl.core.error.ShownText;
import io.htsrl.experiments.chart.CurveLine;
import io.htsrl.experiments.chart.CurveLine.CurveAxis;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs of a report that differ in nothing but their seed, or in what decides no bits. Immutable by use.
 *
 * @param settings of the first run
 * @param runs at least one
 */
record ReportGroup(Map<String, String> settings, List<ReportRun> runs) {
    /** Number of settings that a name lists. */
    private static final int NAMED = 3;
    /** Most letters of such a setting and its value. */
    private static final int LONG = 60;

    /**
     * A run of a report.
     *
     * @param name of its folder, or of the entry of the zoo
     * @param evaluated return of its evaluated policies; NaN where it has none
     * @param measure what {@code evaluated} is, in words
     * @param notes state and what else a reader must know
     * @param curve return in training by timesteps; empty where no episode has ended
     */
    record ReportRun(
            String name,
            String seed,
            RunOutcome outcome,
            double evaluated,
            String measure,
            String notes,
            ObjectNode manifest,
            NavigableMap<Double, Double> curve) {

        /**
         * Returns whether its results may count: a run that was stopped early or failed has others than a whole one.
         */
        boolean isFinished() {
            return outcome.state() == RunState.FINISHED;
        }

        private boolean isCopyOf(ReportRun other) {
            return !outcome.digest().isEmpty() && outcome.digest().equals(other.outcome.digest());
        }
    }

    /** Returns the groups of runs and entries, in their order. */
    static List<ReportGroup> of(List<RunReader> runs, List<ZooEntry> entries) {
        List<ReportGroup> groups = new ArrayList<>();
        TrainingCurves curves = new TrainingCurves(TrainingCurves.RETURN);
        runs.forEach(run -> add(run.settings(), run(run, curves), groups));
        for (ZooEntry entry : entries) {
            Map<String, String> settings =
                    entry.unpack(entry.runs().get(0), false).settings();
            entry.runs().forEach(run -> add(settings, run(run, entry), groups));
        }
        return groups;
    }

    private static void add(Map<String, String> settings, ReportRun run, List<ReportGroup> groups) {
        groups.stream()
                .filter(group -> CliSettings.differing(group.settings, settings).isEmpty())
                .findFirst()
                .orElseGet(() -> {
                    ReportGroup group = new ReportGroup(settings, new ArrayList<>());
                    groups.add(group);
                    return group;
                })
                .runs
                .add(run);
    }

    private static ReportRun run(RunReader run, TrainingCurves curves) {
        RunOutcome outcome = RunOutcome.read(run.folder(), Double.NaN);
        ObjectNode manifest = run.manifest();
        return new ReportRun(
                run.folder().toAbsolutePath().normalize().getFileName().toString(),
                manifest.path("seed").asText(),
                outcome,
                outcome.finalMetric(),
                "final metric: mean return of the evaluated policies",
                notes(RunFacts.of(run, null).ending(), manifest),
                manifest,
                curves.curves(run).get(CurveAxis.STEPS));
    }

    private static ReportRun run(ZooRun run, ZooEntry entry) {
        return new ReportRun(
                "zoo " + entry.id(),
                Long.toString(run.seed()),
                run.outcome(),
                run.evaluation(),
                "mean return of " + ZooEntry.EPISODES + " greedy episodes of the final policy",
                notes("finished", entry.software()),
                entry.software(),
                run.curve());
    }

    private static String notes(String ending, JsonNode manifest) {
        return Stream.of(
                        ending,
                        manifest.path("deterministic").asBoolean(true)
                                ? ""
                                : "promises no bits: "
                                        + manifest.path("reproducibility").asText(),
                        manifest.path(Manifest.RESUMED).isEmpty()
                                ? ""
                                : "resumed "
                                        + Numbers.count(
                                                manifest.path(Manifest.RESUMED).size(), "time"),
                        manifest.path(Manifest.FORKS).isEmpty() ? "" : "a fork")
                .filter(note -> !note.isEmpty())
                .collect(Collectors.joining("; "));
    }

    /** Returns the runs whose results count: the finished ones, of copies the first. */
    List<ReportRun> counted() {
        List<ReportRun> counted = new ArrayList<>();
        for (ReportRun run : runs) {
            if (run.isFinished() && counted.stream().noneMatch(run::isCopyOf)) {
                counted.add(run);
            }
        }
        return counted;
    }

    /** Returns whether a run is no copy of another that counts. */
    boolean isOwn(ReportRun run) {
        return !run.isFinished() || counted().contains(run);
    }

    String env() {
        return settings.getOrDefault("env", "?");
    }

    private String algo() {
        return settings.getOrDefault("algo", "?");
    }

    /**
     * Returns a name of each, which no other of its environment has: of the algorithm and of the settings that differ
     * from others of that algorithm.
     */
    static List<String> names(List<ReportGroup> groups) {
        Map<List<String>, List<ReportGroup>> alike =
                groups.stream().collect(Collectors.groupingBy(group -> List.of(group.env(), group.algo())));
        Map<List<String>, Integer> counted = new HashMap<>();
        List<String> names = new ArrayList<>();
        for (ReportGroup group : groups) {
            List<String> task = List.of(group.env(), group.algo());
            List<String> keys = differing(alike.get(task));
            int number = counted.merge(task, 1, Integer::sum);
            names.add(
                    keys.size() > NAMED
                            ? group.algo() + " " + number
                            : Stream.concat(
                                            Stream.of(group.algo()),
                                            keys.stream()
                                                    .map(key -> ShownText.of(
                                                            key + " " + shown(group.settings.getOrDefault(key, "none")),
                                                            LONG)))
                                    .collect(Collectors.joining(", ")));
        }
        return names;
    }

    /** Returns the keys of settings that make two of the groups different. */
    static List<String> differing(List<ReportGroup> groups) {
        return groups.stream()
                .flatMap(group -> CliSettings.differing(groups.get(0).settings, group.settings).stream())
                .distinct()
                .toList();
    }

    /** Returns the value of a setting as people write it. */
    static String shown(String value) {
        return value.isEmpty() ? "none" : TrainingCurves.BranchPoint.number(value);
    }

    /** Returns the curves of the runs that count as a line; of all where none does. */
    CurveLine line() {
        return new CurveLine(
                env(),
                (counted().isEmpty() ? runs : counted())
                        .stream()
                                .map(ReportRun::curve)
                                .filter(curve -> !curve.isEmpty())
                                .map(curve -> Map.of(CurveAxis.STEPS, curve))
                                .toList(),
                false);
    }
}
