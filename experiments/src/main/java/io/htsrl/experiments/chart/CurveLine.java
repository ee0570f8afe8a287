package io.htsrl.experiments.chart;

import io.htsrl.trainer.evaluation.Bootstrap;
import io.htsrl.trainer.evaluation.Sample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;

/**
 * One line of a picture of learning curves: a run, or runs that differ in nothing but their seed. Immutable by use.
 *
 * @param seeds returns by moment on each axis, of each run
 */
public record CurveLine(String name, List<Map<CurveAxis, NavigableMap<Double, Double>>> seeds) {
    private static final int POINTS = 60;
    /** Points of a lone run up to which each is drawn. */
    private static final int BUCKETS = 1000;

    /** The return at the end of the longest run; one that ends earlier stays where it is. */
    public double last() {
        return Sample.mean(at(CurveAxis.STEPS, end(CurveAxis.STEPS)));
    }

    /** Its points over {@code axis}: of several runs their mean, and its 95 % confidence interval. */
    public ConfidenceBand over(CurveAxis axis) {
        return seeds.size() == 1 ? alone(seeds.get(0).get(axis)) : mean(axis);
    }

    private ConfidenceBand mean(CurveAxis axis) {
        ConfidenceBand.Builder band = new ConfidenceBand.Builder();
        for (int i = 1; i <= POINTS; i++) {
            double at = end(axis) * i / POINTS;
            double[] returns = at(axis, at);
            if (returns.length == seeds.size()) {
                Bootstrap.ConfidenceInterval interval = Bootstrap.ofMean(returns);
                band.add(at, Sample.mean(returns), interval.low(), interval.high());
            }
        }
        return band.build();
    }

    /** Of more points the least and the greatest of as many as lie together, so that no peak is lost. */
    private static ConfidenceBand alone(NavigableMap<Double, Double> points) {
        List<Map.Entry<Double, Double>> all = List.copyOf(points.entrySet());
        int bucket = (all.size() + BUCKETS - 1) / BUCKETS;
        ConfidenceBand.Builder band = new ConfidenceBand.Builder();
        for (int from = 0; from < all.size(); from += bucket) {
            for (Map.Entry<Double, Double> point : extremes(all.subList(from, Math.min(all.size(), from + bucket)))) {
                band.add(point.getKey(), point.getValue());
            }
        }
        return band.build();
    }

    private static List<Map.Entry<Double, Double>> extremes(List<Map.Entry<Double, Double>> together) {
        Map.Entry<Double, Double> least =
                together.stream().min(Map.Entry.comparingByValue()).orElseThrow();
        Map.Entry<Double, Double> greatest =
                together.stream().max(Map.Entry.comparingByValue()).orElseThrow();
        List<Map.Entry<Double, Double>> both = new ArrayList<>(List.of(least));
        if (!least.equals(greatest)) {
            both.add(greatest);
        }
        both.sort(Map.Entry.comparingByKey());
        return both;
    }

    private double end(CurveAxis axis) {
        return seeds.stream()
                .mapToDouble(seed -> seed.get(axis).lastKey())
                .max()
                .orElseThrow();
    }

    private double[] at(CurveAxis axis, double moment) {
        return seeds.stream()
                .map(seed -> seed.get(axis).floorEntry(moment))
                .filter(entry -> entry != null)
                .mapToDouble(Map.Entry::getValue)
                .toArray();
    }

    /**
     * Points of one line, and the interval of each where there is one: then of all. Immutable by use: nobody writes the
     * lists.
     *
     * @param at    places on the x axis, which rise
     * @param lows  as long as {@code at}, or empty
     * @param highs the same
     */
    public record ConfidenceBand(List<Double> at, List<Double> values, List<Double> lows, List<Double> highs) {

        /** Takes points one by one, all with intervals or all without. One thread. */
        public static final class Builder {
            private final ConfidenceBand band =
                    new ConfidenceBand(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());

            public Builder add(double at, double value) {
                band.at.add(at);
                band.values.add(value);
                return this;
            }

            public Builder add(double at, double value, double low, double high) {
                band.lows.add(low);
                band.highs.add(high);
                return add(at, value);
            }

            public ConfidenceBand build() {
                return band;
            }
        }
    }

    /** What learning curves are drawn over. Immutable, any thread. */
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

        /** The one of that name, such as {@code steps}. */
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

        /** Its name in the lines of {@code metrics.jsonl}. */
        public String key() {
            return key;
        }

        /** What stands at the axis; of time the unit follows from how long it is. */
        public String title() {
            return title;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
