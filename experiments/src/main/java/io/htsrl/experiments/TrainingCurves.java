package io.htsrl.experiments;

import com.fasterxml.jackson.databind.JsonNode;
import io.htsrl.cli.picture.RunsTitle;
import io.htsrl.cli.rundir.RunGroup;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.experiments.chart.CurveLine;
import io.htsrl.experiments.chart.CurveLine.ConfidenceBand;
import io.htsrl.experiments.chart.CurveLine.CurveAxis;
import io.htsrl.experiments.chart.CurvesPage;
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

/**
 * Curves of the mean return of the last 100 training episodes over steps, time or episodes. Each run has a line. Runs
 * that differ only in their seed share a line for their mean, with a band of its 95 % confidence interval. One thread.
 */
final class TrainingCurves {
    /** Number of lines that a reader can distinguish. */
    static final int MOST = 10;

    private static final String RETURN = "mean_return_100";
    private static final String Y = "mean return of the last 100 episodes";

    private final List<CurveLine> lines = new ArrayList<>();
    private final List<Map<String, String>> runs = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

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
                    .filter(run -> run.metrics().stream().anyMatch(TrainingCurves::isDrawn))
                    .toList();
            if (!drawn.isEmpty()) {
                add(group.name() + (drawn.size() > 1 ? " (" + drawn.size() + " seeds)" : ""), drawn, folder);
            }
        }
        if (lines.size() == before) {
            throw nothing(folder);
        }
    }

    private void add(String name, List<RunReader> seeds, Path folder) {
        List<Map<CurveAxis, NavigableMap<Double, Double>>> curves = new ArrayList<>();
        for (RunReader seed : seeds) {
            Map<CurveAxis, NavigableMap<Double, Double>> curve = curves(seed);
            if (curve.get(CurveAxis.STEPS).isEmpty()) {
                throw nothing(folder);
            }
            curves.add(curve);
            runs.add(seed.settings());
            warnings.addAll(seed.changes("config.yaml", "metrics.jsonl"));
        }
        lines.add(new CurveLine(name, curves));
    }

    private static String name(RunReader run) {
        return run.settings().get("algo") + " " + run.settings().get("env") + " ("
                + run.folder().getFileName() + ")";
    }

    private static ConfigurationException nothing(Path folder) {
        return new ConfigurationException(new Violations()
                .add(
                        "RUN",
                        folder,
                        "must hold a line of metrics with an episode that has ended",
                        "let it run on for a while"));
    }

    private static boolean isDrawn(JsonNode line) {
        return line.path(RETURN).isNumber();
    }

    private static Map<CurveAxis, NavigableMap<Double, Double>> curves(RunReader run) {
        Map<CurveAxis, NavigableMap<Double, Double>> curves = new EnumMap<>(CurveAxis.class);
        for (CurveAxis axis : CurveAxis.values()) {
            curves.put(axis, new TreeMap<>());
        }
        run.metrics().stream()
                .filter(TrainingCurves::isDrawn)
                .forEach(line -> curves.forEach((axis, curve) -> curve.put(
                        line.path(axis.key()).asDouble(), line.path(RETURN).asDouble())));
        return curves;
    }

    /** Returns one sentence for each file that has changed since its run ended. */
    List<String> warnings() {
        return List.copyOf(warnings);
    }

    /** Returns a sentence about lines that the picture has no room for. */
    Optional<String> leftOut() {
        return lines.size() <= MOST
                ? Optional.empty()
                : Optional.of("drawn are the " + MOST + " of " + lines.size() + " lines with the greatest last return");
    }

    private List<CurveLine> best() {
        List<CurveLine> best = lines.stream()
                .sorted(Comparator.comparingDouble(CurveLine::last).reversed())
                .limit(MOST)
                .toList();
        return lines.stream().filter(best::contains).toList();
    }

    private String title() {
        return "Learning curves: " + RunsTitle.of(runs);
    }

    ExperimentChart picture(CurveAxis axis) {
        ExperimentChart picture = new ExperimentChart(title(), axis.title(), Y);
        best().forEach(line -> picture.band(line.name(), line.over(axis)));
        return picture;
    }

    /** Returns the curves as a page for browsers, over all axes. */
    CurvesPage page(CurveAxis first) {
        Map<String, String> axes = new LinkedHashMap<>();
        for (CurveAxis axis : CurveAxis.values()) {
            axes.put(axis.toString(), axis.title());
        }
        CurvesPage page = new CurvesPage(title(), Y, axes, first.toString());
        for (CurveLine line : best()) {
            Map<String, ConfidenceBand> bands = new LinkedHashMap<>();
            for (CurveAxis axis : CurveAxis.values()) {
                bands.put(axis.toString(), line.over(axis));
            }
            page.add(line.name(), bands);
        }
        return page;
    }
}
