package io.htsrl.cli.sweep;

import io.htsrl.core.random.RandomStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The tree-structured Parzen estimator (Bergstra et al. 2011): of several values drawn from the density l of the best
 * quarter of combinations, it proposes the one with the greatest l / g, where g is the density of the others. Each
 * setting is proposed on its own. Kernels are logistic, since their quantiles have a closed form that gives equal bits
 * on every machine. Immutable, any thread.
 *
 * @param space settings to propose values of
 * @param seed of the draws
 */
record ParzenSampler(SweepSpace space, long seed) implements SweepPlan.SweepSampler {
    private static final double GOOD = 0.25;
    private static final int VALUES = 24;
    /** Combinations that are drawn at random before the densities say anything. */
    private static final int FIRST = 10;

    @Override
    public Map<String, String> at(long draw, List<Map<String, String>> bestFirst) {
        if (bestFirst.size() < FIRST) {
            return space.drawn(seed, draw);
        }
        int good = (int) Math.ceil(GOOD * bestFirst.size());
        RandomStream chance = RandomStream.root(seed).spawn("tpe").spawn(draw);
        Map<String, String> settings = new LinkedHashMap<>();
        for (SweepAxis axis : space.axes()) {
            Density better = Density.of(axis, bestFirst.subList(0, good));
            Density worse = Density.of(axis, bestFirst.subList(good, bestFirst.size()));
            settings.put(axis.key(), best(axis, better, worse, chance.spawn(axis.key())));
        }
        return settings;
    }

    private static String best(SweepAxis axis, Density better, Density worse, RandomStream chance) {
        String best = "";
        double greatest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < VALUES; i++) {
            String value = axis.at(better.draw(chance.uniform(i, 0), chance.uniform(i, 1)));
            double place = axis.place(value);
            double ratio = better.at(place) / worse.at(place);
            if (ratio > greatest) {
                greatest = ratio;
                best = value;
            }
        }
        return best;
    }

    /** A density over the places in [0, 1) of a setting's values. */
    private interface Density {
        /** Largest place that is drawn. */
        double LAST = Math.nextDown(1.0);

        static Density of(SweepAxis axis, List<Map<String, String>> settings) {
            double[] places = settings.stream()
                    .mapToDouble(setting -> axis.place(setting.get(axis.key())))
                    .toArray();
            return axis.range()
                    ? Kernels.of(places)
                    : Histogram.of(places, axis.values().size());
        }

        /** Returns the place of two uniform numbers: one chooses the kernel or value, the other the place in it. */
        double draw(double which, double where);

        double at(double place);
    }

    /** Frequencies of values, each counted once more than it occurred. */
    private record Histogram(double[] weights) implements Density {

        static Histogram of(double[] places, int values) {
            double[] weights = new double[values];
            Arrays.fill(weights, 1.0 / (places.length + values));
            for (double place : places) {
                weights[(int) (place * values)] += 1.0 / (places.length + values);
            }
            return new Histogram(weights);
        }

        @Override
        public double draw(double which, double where) {
            int value = 0;
            for (double left = which - weights[0]; left >= 0 && value < weights.length - 1; left -= weights[value]) {
                value++;
            }
            return (value + 0.5) / weights.length;
        }

        @Override
        public double at(double place) {
            return weights[(int) (place * weights.length)];
        }
    }

    /**
     * A kernel around each observed place, as wide as the larger distance to a neighbour, and a wide one in the middle.
     * All are cut off at 0 and 1.
     */
    private record Kernels(double[] centres, double[] scales) implements Density {
        private static final double MIDDLE = 0.5;
        private static final double WIDEST = 1;
        private static final int MOST_NARROW = 100;
        /** Scale of the logistic distribution whose standard deviation is 1. */
        private static final double LOGISTIC = StrictMath.sqrt(3) / Math.PI;

        static Kernels of(double[] observed) {
            double[] centres = Arrays.copyOf(observed, observed.length + 1);
            centres[observed.length] = MIDDLE;
            Arrays.sort(centres);
            int middle = Arrays.binarySearch(centres, MIDDLE);
            double narrowest = WIDEST / Math.min(MOST_NARROW, centres.length + 1);
            double[] scales = IntStream.range(0, centres.length)
                    .mapToDouble(i -> i == middle ? WIDEST : Math.max(narrowest, Math.min(WIDEST, gap(centres, i))))
                    .map(width -> width * LOGISTIC)
                    .toArray();
            return new Kernels(centres, scales);
        }

        private static double gap(double[] centres, int i) {
            double below = i == 0 ? 0 : centres[i] - centres[i - 1];
            double above = i == centres.length - 1 ? 0 : centres[i + 1] - centres[i];
            return Math.max(below, above);
        }

        @Override
        public double draw(double which, double where) {
            int i = (int) (which * centres.length);
            double below = below(i, 0);
            double part = below + where * (below(i, 1) - below);
            double place = centres[i] + scales[i] * StrictMath.log(part / (1 - part));
            return Math.max(0, Math.min(LAST, place));
        }

        @Override
        public double at(double place) {
            double sum = 0;
            for (int i = 0; i < centres.length; i++) {
                double below = below(i, place);
                sum += below * (1 - below) / scales[i] / (below(i, 1) - below(i, 0));
            }
            return sum / centres.length;
        }

        /** Returns the part of kernel {@code i} that is below {@code place}. */
        private double below(int i, double place) {
            return 1 / (1 + StrictMath.exp((centres[i] - place) / scales[i]));
        }
    }
}
