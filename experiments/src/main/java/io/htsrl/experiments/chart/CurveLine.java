package io.htsrl.experiments.chart;

import io.htsrl.trainer.evaluation.Bootstrap;
import io.htsrl.trainer.evaluation.Sample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * One line of a picture of learning curves: a run, or runs that differ only in their seed. Immutable by use.
 *
 * @param seeds returns of each run by moment, for each axis
 * @param branch whether the line begins where another one forks
 */
public record CurveLine(String name, List<Map<CurveAxis, NavigableMap<Double, Double>>> seeds, boolean branch) {
    private static final int POINTS = 60;
    /** Number of points up to which a single run's points are all drawn. */
    private static final int BUCKETS = 1000;

    /** Returns the return at the end of the longest run; a shorter run keeps its last value. */
    public double last() {
        List<NavigableMap<Double, Double>> curves = over(seeds, CurveAxis.STEPS);
        return Sample.mean(at(curves, longest(curves)));
    }

    /** Returns the line's points over {@code axis}. Several runs have their mean and its 95 % confidence interval. */
    public ConfidenceBand over(CurveAxis axis) {
        List<NavigableMap<Double, Double>> curves = over(seeds, axis);
        double begin = branch
                ? curves.stream().mapToDouble(NavigableMap::firstKey).max().orElseThrow()
                : 0;
        return curves.size() == 1 ? alone(curves.get(0)) : mean(curves, begin, longest(curves));
    }

    private static List<NavigableMap<Double, Double>> over(
            List<Map<CurveAxis, NavigableMap<Double, Double>>> seeds, CurveAxis axis) {
        return seeds.stream().map(seed -> seed.get(axis)).toList();
    }

    private static double longest(List<NavigableMap<Double, Double>> curves) {
        return curves.stream().mapToDouble(NavigableMap::lastKey).max().orElseThrow();
    }

    /**
     * Returns the mean of several curves and its 95 % confidence interval, at equidistant moments up to {@code end}.
     */
    public static ConfidenceBand mean(List<NavigableMap<Double, Double>> curves, double end) {
        return mean(curves, 0, end);
    }

    private static ConfidenceBand mean(List<NavigableMap<Double, Double>> curves, double begin, double end) {
        ConfidenceBand band = new ConfidenceBand();
        for (int i = begin > 0 ? 0 : 1; i <= POINTS; i++) {
            double moment = i == POINTS ? end : begin + (end - begin) * i / POINTS; // else rounding may miss the end
            double[] values = at(curves, moment);
            if (values.length == curves.size()) {
                Bootstrap.ConfidenceInterval interval = Bootstrap.ofMean(values);
                band.add(moment, Sample.mean(values));
                band.lows.add(interval.low());
                band.highs.add(interval.high());
            }
        }
        return band;
    }

    /** Returns the values at a moment of the curves that have begun by then. */
    private static double[] at(List<NavigableMap<Double, Double>> curves, double moment) {
        return curves.stream()
                .map(curve -> curve.floorEntry(moment))
                .filter(Objects::nonNull)
                .mapToDouble(Map.Entry::getValue)
                .toArray();
    }

    /** Keeps the minimum and the maximum of each bucket of points, so that no peak is lost. */
    private static ConfidenceBand alone(NavigableMap<Double, Double> points) {
        List<Map.Entry<Double, Double>> all = List.copyOf(points.entrySet());
        int bucket = (all.size() + BUCKETS - 1) / BUCKETS;
        ConfidenceBand band = new ConfidenceBand();
        for (int from = 0; from < all.size(); from += bucket) {
            for (Map.Entry<Double, Double> point : extremes(all.subList(from, Math.min(all.size(), from + bucket)))) {
                band.add(point.getKey(), point.getValue());
            }
        }
        return band;
    }

    /** Returns the minimum and the maximum, in the order of their moments. */
    private static Set<Map.Entry<Double, Double>> extremes(List<Map.Entry<Double, Double>> together) {
        Set<Map.Entry<Double, Double>> both = new TreeSet<>(Map.Entry.comparingByKey());
        both.add(Collections.min(together, Map.Entry.comparingByValue()));
        both.add(Collections.max(together, Map.Entry.comparingByValue()));
        return both;
    }

    /**
     * Points of one line, with an interval for every point or for none. Immutable by use: the lists do not change after
     * construction.
     *
     * @param at ascending positions on the x axis
     * @param lows as long as {@code at}, or empty
     * @param highs as long as {@code at}, or empty
     */
    public record ConfidenceBand(List<Double> at, List<Double> values, List<Double> lows, List<Double> highs) {

        ConfidenceBand() {
            this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }

        /** Returns the first point alone. */
        public ConfidenceBand first() {
            return new ConfidenceBand(at.subList(0, 1), values.subList(0, 1), List.of(), List.of());
        }

        private void add(double moment, double value) {
            at.add(moment);
            values.add(value);
        }
    }

    /** The x axis of learning curves. Immutable, any thread. */
    public enum CurveAxis {
        STEPS("timesteps", "environment steps"),
        TIME("wall_seconds", Drawing.SECONDS),
        EPISODES("episodes", "episodes");

        private static final String MINUTES = "minutes"; // a former name of time

        private final String key;
        private final String title;

        CurveAxis(String key, String title) {
            this.key = key;
            this.title = title;
        }

        /** Returns the axis of that name, such as {@code steps}. */
        public static Optional<CurveAxis> named(String name) {
            return name.equals(MINUTES)
                    ? Optional.of(TIME)
                    : Arrays.stream(values())
                            .filter(axis -> axis.toString().equals(name))
                            .findFirst();
        }

        public static List<String> names() {
            return Arrays.stream(values()).map(CurveAxis::toString).toList();
        }

        /** Returns its name in the lines of {@code metrics.jsonl}. */
        public String key() {
            return key;
        }

        /** Returns the title of the axis; the unit of time follows from its length. */
        public String title() {
            return title;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
