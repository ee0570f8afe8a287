package io.htsrl.experiments;

import com.fasterxml.jackson.databind.JsonNode;
import io.htsrl.cli.rundir.RunGroup;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.trainer.evaluation.Bootstrap;
import io.htsrl.trainer.evaluation.Sample;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The mean episode return of the last 100 training episodes over steps or time: a line for each run, and for runs that
 * differ in nothing but their seed one for their mean, in a band of its 95 % confidence interval. One thread.
 */
final class TrainingCurves {
    /** Lines that can be told apart. */
    static final int MOST = 10;

    private static final int POINTS = 60;
    private static final String RETURN = "return";

    /**
     * One line of the picture.
     *
     * @param seeds returns by moment, of each run
     */
    private record Line(String name, List<NavigableMap<Double, Double>> seeds) {

        /** The last moment of any seed: one that ends earlier stays where it is. */
        double end() {
            return seeds.stream().mapToDouble(NavigableMap::lastKey).max().orElseThrow();
        }

        double[] at(double moment) {
            return seeds.stream()
                    .map(seed -> seed.floorEntry(moment))
                    .filter(entry -> entry != null)
                    .mapToDouble(Map.Entry::getValue)
                    .toArray();
        }

        double last() {
            return Sample.mean(at(end()));
        }
    }

    private final boolean overTime;
    private final List<Line> lines = new ArrayList<>();

    TrainingCurves(boolean overTime) {
        this.overTime = overTime;
    }

    /**
     * Adds a run, or the groups of a folder of runs.
     *
     * @throws ConfigurationException where it is neither, or has nothing to draw yet
     */
    void add(Path folder) {
        if (!RunGroup.areIn(folder)) {
            RunReader run = RunReader.open(folder);
            lines.add(new Line(name(run), List.of(drawn(run))));
            return;
        }
        List<Line> groups = new ArrayList<>();
        for (RunGroup group : RunGroup.in(folder)) {
            List<NavigableMap<Double, Double>> seeds = group.runs().stream()
                    .map(this::curve)
                    .filter(curve -> !curve.isEmpty())
                    .toList();
            if (!seeds.isEmpty()) {
                groups.add(new Line(group.name() + (seeds.size() > 1 ? " (" + seeds.size() + " seeds)" : ""), seeds));
            }
        }
        if (groups.isEmpty()) {
            throw nothing(folder);
        }
        lines.addAll(groups);
    }

    private static String name(RunReader run) {
        return run.settings().get("algo") + " " + run.settings().get("env") + " ("
                + run.folder().getFileName() + ")";
    }

    private NavigableMap<Double, Double> drawn(RunReader run) {
        NavigableMap<Double, Double> curve = curve(run);
        if (curve.isEmpty()) {
            throw nothing(run.folder());
        }
        return curve;
    }

    private static ConfigurationException nothing(Path folder) {
        return new ConfigurationException(new Violations()
                .add(
                        "RUN",
                        folder,
                        "must hold a line of metrics with an episode that has ended",
                        "let it run on for a while"));
    }

    private NavigableMap<Double, Double> curve(RunReader run) {
        NavigableMap<Double, Double> curve = new TreeMap<>();
        for (JsonNode line : run.metrics()) {
            if (line.path("mean_return_100").isNumber()) {
                curve.put(
                        line.path(overTime ? "wall_seconds" : "timesteps").asDouble(),
                        line.path("mean_return_100").asDouble());
            }
        }
        return curve;
    }

    /** What is said of lines that the picture has no room for. */
    Optional<String> leftOut() {
        return lines.size() <= MOST
                ? Optional.empty()
                : Optional.of("drawn are the " + MOST + " of " + lines.size() + " lines with the greatest last return");
    }

    Picture picture() {
        Picture picture = new Picture(
                "Learning curves", overTime ? Picture.SECONDS : "steps", "mean episode return of the last 100");
        List<Line> best = lines.stream()
                .sorted(Comparator.comparingDouble(Line::last).reversed())
                .limit(MOST)
                .toList();
        lines.stream().filter(best::contains).forEach(line -> draw(line, picture));
        return picture;
    }

    private static void draw(Line line, Picture picture) {
        if (line.seeds().size() == 1) {
            line.seeds()
                    .get(0)
                    .forEach((at, value) ->
                            picture.interval(line.name(), at.toString(), Row.EMPTY.with(RETURN, value, 2), RETURN));
            return;
        }
        for (int i = 1; i <= POINTS; i++) {
            double at = line.end() * i / POINTS;
            double[] returns = line.at(at);
            if (returns.length == line.seeds().size()) {
                Bootstrap.ConfidenceInterval interval = Bootstrap.ofMean(returns);
                picture.interval(
                        line.name(),
                        Double.toString(at),
                        Row.EMPTY
                                .with(RETURN, Sample.mean(returns), 2)
                                .with(RETURN + "_low", interval.low(), 2)
                                .with(RETURN + "_high", interval.high(), 2),
                        RETURN);
            }
        }
    }
}
