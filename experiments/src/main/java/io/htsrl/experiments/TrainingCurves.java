package io.htsrl.experiments;

import com.fasterxml.jackson.databind.JsonNode;
import io.htsrl.cli.picture.RunsTitle;
import io.htsrl.cli.rundir.DigestReader;
import io.htsrl.cli.rundir.DigestReader.DigestLine;
import io.htsrl.cli.rundir.EvaluationsFile;
import io.htsrl.cli.rundir.Manifest;
import io.htsrl.cli.rundir.RunGroup;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.cli.zoo.ZooEntry;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.experiments.chart.CurveLine;
import io.htsrl.experiments.chart.CurveLine.ConfidenceBand;
import io.htsrl.experiments.chart.CurveLine.CurveAxis;
import io.htsrl.experiments.chart.CurvesPage;
import io.htsrl.trainer.report.EvaluationRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Curves of a metric over steps, time or episodes: by default the mean return of the last 100 training episodes. Each
 * run has a line. Runs that differ only in their seed share a line for their mean, with a band of its 95 % confidence
 * interval. A fork's line begins where it leaves its origin. One thread.
 */
final class TrainingCurves {
    /** Number of lines that a reader can distinguish. */
    static final int MOST = 10;

    /** Name of the training episodes' mean return. */
    static final String RETURN = "return";

    /** Name of the evaluated episodes' mean return. */
    static final String EVALUATION = "eval";

    private static final String RETURN_KEY = "mean_return_100";

    private final String metric;
    private final String key;
    private final List<Branch> lines = new ArrayList<>();
    private final List<Map<String, String>> runs = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private boolean stepsAlone;

    /**
     * A line, and the runs of it.
     *
     * @param fork where it leaves another one; null for a line from the start
     * @param past the same runs before that; null where there is nothing to draw
     */
    private record Branch(CurveLine line, List<RunReader> runs, BranchPoint fork, CurveLine past) {}

    /** @param metric {@link #RETURN}, {@link #EVALUATION}, or a name in the lines of {@code metrics.jsonl} */
    TrainingCurves(String metric) {
        this.metric = metric;
        this.key = metric.equals(RETURN) ? RETURN_KEY : metric;
    }

    /**
     * Adds a run, or the groups of a folder of runs.
     *
     * @throws ConfigurationException where the folder is neither, or has nothing to draw yet
     */
    void add(Path folder) {
        if (!RunGroup.areIn(folder)) {
            RunReader run = RunReader.open(folder);
            add(name(run), List.of(run), folder);
            return;
        }
        int before = lines.size();
        for (RunGroup group : RunGroup.in(folder)) {
            List<RunReader> drawn = group.runs().stream()
                    .filter(run -> !curves(run).get(CurveAxis.STEPS).isEmpty())
                    .toList();
            if (!drawn.isEmpty()) {
                add(group.name(), drawn, folder);
            }
        }
        if (lines.size() == before) {
            throw nothing(folder, RunGroup.in(folder).get(0).runs());
        }
    }

    /**
     * Adds an entry of the zoo, which has returns over steps alone.
     *
     * @throws ConfigurationException where it has no curve
     */
    void add(ZooEntry entry) {
        List<Map<CurveAxis, NavigableMap<Double, Double>>> seeds = entry.curves().stream()
                .filter(curve -> !curve.isEmpty())
                .map(curve -> Map.of(CurveAxis.STEPS, curve))
                .toList();
        if (!metric.equals(RETURN) || seeds.isEmpty()) {
            throw new ConfigurationException(
                    "--zoo",
                    entry.id(),
                    "must have a curve of " + metric + ", and an entry has "
                            + (seeds.isEmpty() ? "none if an earlier version made it" : "one of return alone"),
                    seeds.isEmpty() ? "make it anew with 'hts zoo add'" : "remove --metric");
        }
        entry.runs()
                .forEach(run ->
                        runs.add(Map.of("algo", entry.algo(), "env", entry.env(), "seed", Long.toString(run.seed()))));
        String name = "zoo " + entry.id() + " (" + Numbers.count(seeds.size(), "seed") + ")";
        lines.add(new Branch(new CurveLine(name, seeds, false), List.of(), null, null));
        stepsAlone = true;
    }

    private void add(String name, List<RunReader> seeds, Path folder) {
        List<BranchPoint> forks =
                seeds.stream().flatMap(seed -> BranchPoint.of(seed).stream()).toList();
        boolean branch = forks.size() == seeds.size();
        List<Map<CurveAxis, NavigableMap<Double, Double>>> curves = new ArrayList<>();
        List<Map<CurveAxis, NavigableMap<Double, Double>>> pasts = new ArrayList<>();
        for (RunReader seed : seeds) {
            Map<CurveAxis, NavigableMap<Double, Double>> curve = curves(seed);
            if (curve.get(CurveAxis.STEPS).isEmpty()) {
                throw nothing(folder, seeds);
            }
            if (branch) {
                Map<CurveAxis, NavigableMap<Double, Double>> past =
                        curves(seed, 0, forks.get(curves.size()).timesteps());
                pasts.add(past);
                NavigableMap<Double, Double> steps = past.get(CurveAxis.STEPS);
                curve = curves(seed, steps.isEmpty() ? 0 : steps.lastKey(), Double.POSITIVE_INFINITY);
            }
            curves.add(curve);
            runs.add(seed.settings());
            warnings.addAll(seed.changes("config.yaml", "metrics.jsonl", EvaluationsFile.NAME));
        }
        BranchPoint fork = branch ? forks.get(0) : null;
        boolean joins = branch
                && pasts.stream().noneMatch(past -> past.get(CurveAxis.STEPS).isEmpty());
        lines.add(new Branch(
                new CurveLine(unique(branch ? fork.name() : name, seeds), curves, branch),
                seeds,
                fork,
                joins ? new CurveLine(fork.origin(), pasts, false) : null));
    }

    /** Returns a name that no other line has. */
    private String unique(String name, List<RunReader> seeds) {
        String named = name + (seeds.size() > 1 ? " (" + seeds.size() + " seeds)" : "");
        boolean taken = lines.stream().anyMatch(other -> other.line().name().equals(named));
        return taken ? named + " (" + seeds.get(0).folder().getFileName() + ")" : named;
    }

    private static String name(RunReader run) {
        return run.settings().get("algo") + " " + run.settings().get("env") + " ("
                + run.folder().getFileName() + ")";
    }

    private ConfigurationException nothing(Path folder, List<RunReader> runs) {
        if (metric.equals(RETURN)) {
            return new ConfigurationException(
                    "RUN",
                    folder,
                    "must hold a line of metrics with an episode that has ended",
                    "wait until one has ended");
        }
        String names = runs.stream()
                .flatMap(run -> run.metrics().stream())
                .flatMap(line -> line.properties().stream())
                .filter(field -> field.getValue().isNumber())
                .map(Map.Entry::getKey)
                .distinct()
                .collect(Collectors.joining(", "));
        return new ConfigurationException(
                "--metric",
                metric,
                "must be recorded in " + folder,
                metric.equals(EVALUATION)
                        ? "train with --eval-every 10, for example"
                        : "choose one of return, eval, " + names);
    }

    /** Returns the points of a run by axis. */
    Map<CurveAxis, NavigableMap<Double, Double>> curves(RunReader run) {
        return curves(run, 0, Double.POSITIVE_INFINITY);
    }

    /** Returns the points after {@code from} to {@code to} timesteps. */
    private Map<CurveAxis, NavigableMap<Double, Double>> curves(RunReader run, double from, double to) {
        Map<CurveAxis, NavigableMap<Double, Double>> curves = new EnumMap<>(CurveAxis.class);
        axes().forEach(axis -> curves.put(axis, new TreeMap<>()));
        if (metric.equals(EVALUATION)) {
            for (EvaluationRecord evaluation : EvaluationsFile.read(run.folder())) {
                if (evaluation.timestep() >= from && evaluation.timestep() <= to) {
                    curves.get(CurveAxis.STEPS).put((double) evaluation.timestep(), evaluation.meanReturn());
                    curves.get(CurveAxis.TIME).put(evaluation.wallSeconds(), evaluation.meanReturn());
                }
            }
            return curves;
        }
        for (JsonNode line : run.metrics()) {
            double steps = line.path(CurveAxis.STEPS.key()).asDouble();
            if (line.path(key).isNumber() && steps >= from && steps <= to) {
                curves.forEach((axis, curve) -> curve.put(
                        line.path(axis.key()).asDouble(), line.path(key).asDouble()));
            }
        }
        return curves;
    }

    /** Returns the axes that all lines have: evaluations do not count training episodes, and the zoo only steps. */
    List<CurveAxis> axes() {
        return stepsAlone
                ? List.of(CurveAxis.STEPS)
                : metric.equals(EVALUATION) ? List.of(CurveAxis.STEPS, CurveAxis.TIME) : List.of(CurveAxis.values());
    }

    private String y() {
        return switch (metric) {
            case RETURN -> "mean return of the last 100 episodes";
            case EVALUATION -> "mean return of the evaluated episodes";
            default -> metric.replace('_', ' ');
        };
    }

    /** Returns one sentence for each file that has changed since its run ended. */
    List<String> warnings() {
        return List.copyOf(warnings);
    }

    /** Returns a sentence about lines that the picture has no room for. */
    Optional<String> leftOut() {
        return lines.size() <= MOST
                ? Optional.empty()
                : Optional.of("drawn are the " + MOST + " of " + lines.size() + " lines with the greatest last value");
    }

    private List<Branch> best() {
        List<Branch> best = lines.stream()
                .sorted(Comparator.comparingDouble(
                                (Branch branch) -> branch.line().last())
                        .reversed())
                .limit(MOST)
                .toList();
        return lines.stream().filter(best::contains).toList();
    }

    /** Returns the pasts of branches whose origin is not among {@code drawn}, each of several equal ones once. */
    private static List<CurveLine> pasts(List<Branch> drawn) {
        Map<Object, Branch> longest = new LinkedHashMap<>();
        for (Branch branch : drawn) {
            boolean joined = branch.past() == null
                    || drawn.stream().flatMap(other -> other.runs().stream()).anyMatch(branch.fork()::isOf);
            if (!joined) {
                BranchPoint fork = branch.fork();
                longest.merge(
                        List.of(fork.origin(), fork.earlier()),
                        branch,
                        (a, b) -> a.fork().timesteps() < b.fork().timesteps() ? b : a);
            }
        }
        return longest.values().stream().map(Branch::past).toList();
    }

    private String title() {
        return "Learning curves: " + RunsTitle.of(runs);
    }

    ExperimentChart picture(CurveAxis axis) {
        ExperimentChart picture = new ExperimentChart(title(), axis.title(), y());
        List<Branch> drawn = best();
        pasts(drawn).forEach(past -> picture.companion("", "before the fork", past.over(axis)));
        drawn.forEach(branch -> picture.band(branch.line().name(), branch.line().over(axis)));
        for (Branch branch : drawn) {
            if (branch.past() != null) {
                picture.companion(
                        branch.line().name(), "fork", branch.line().over(axis).first());
            }
        }
        return picture;
    }

    /** Returns the curves as a page for browsers, over all axes. */
    CurvesPage page(CurveAxis first) {
        Map<String, String> axes = new LinkedHashMap<>();
        for (CurveAxis axis : axes()) {
            axes.put(axis.toString(), axis.title());
        }
        CurvesPage page = new CurvesPage(title(), y(), axes, first.toString());
        best().forEach(branch -> page.add(branch.line().name(), bands(branch.line()), branch.past() != null));
        pasts(best()).forEach(past -> page.addPast(past.name() + ", before the fork", bands(past)));
        return page;
    }

    private Map<String, ConfidenceBand> bands(CurveLine line) {
        Map<String, ConfidenceBand> bands = new LinkedHashMap<>();
        axes().forEach(axis -> bands.put(axis.toString(), line.over(axis)));
        return bands;
    }

    /**
     * The newest fork of a run, as its manifest records it: up to there the run shares its origin's past. Immutable.
     *
     * @param origin name of the origin's folder
     * @param earlier forks of the origin
     * @param timesteps environment steps before the fork
     * @param name such as {@code learning-rate=1e-4 from 312,000}
     */
    record BranchPoint(String origin, List<JsonNode> earlier, long timesteps, String name) {

        /** Returns the newest fork; empty for a run that is none. */
        static Optional<BranchPoint> of(RunReader run) {
            List<JsonNode> forks = forks(run);
            if (forks.isEmpty()) {
                return Optional.empty();
            }
            JsonNode last = forks.remove(forks.size() - 1);
            long steps = last.path("interval").asLong() * stepsPerInterval(run);
            Map<String, String> settings = run.settings();
            String changes = last.path("settings_before").properties().stream()
                    .map(Map.Entry::getKey)
                    .map(key -> key + "=" + number(settings.getOrDefault(key, "none")))
                    .collect(Collectors.joining(", "));
            String name = (changes.isEmpty() ? "unchanged" : changes) + Numbers.text(" from %,d", steps);
            String origin =
                    last.path("origin").asText().replaceFirst("[/\\\\]+$", "").replaceFirst("(?s).*[/\\\\]", "");
            return Optional.of(new BranchPoint(origin, forks, steps, name));
        }

        /** Returns a text in which a number such as {@code 1.0E-4} is written as people write it: {@code 1e-4}. */
        static String number(String text) {
            return text.replaceFirst("^(-?\\d+)(?:\\.0)?(\\.\\d+)?E(-?\\d+)$", "$1$2e$3");
        }

        private static List<JsonNode> forks(RunReader run) {
            List<JsonNode> forks = new ArrayList<>();
            if (Files.exists(run.folder().resolve("manifest.json"))) {
                run.manifest().path(Manifest.FORKS).forEach(forks::add);
            }
            return forks;
        }

        private static long stepsPerInterval(RunReader run) {
            try (DigestReader digests = run.digests()) {
                DigestLine first = digests.next();
                return first == null ? 0 : first.timesteps() / (first.interval() + 1);
            }
        }

        /** Returns whether {@code run} may be the origin. */
        boolean isOf(RunReader run) {
            Path folder = run.folder().toAbsolutePath().normalize();
            return folder.endsWith(origin) && forks(run).equals(earlier);
        }
    }
}
