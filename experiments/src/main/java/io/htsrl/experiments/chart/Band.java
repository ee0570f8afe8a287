package io.htsrl.experiments.chart;

import java.util.ArrayList;
import java.util.List;

/**
 * Points of one line, and the interval of each where there is one: then of all. Immutable by use: nobody writes the
 * lists.
 *
 * @param at    places on the x axis, which rise
 * @param lows  as long as {@code at}, or empty
 * @param highs the same
 */
public record Band(List<Double> at, List<Double> values, List<Double> lows, List<Double> highs) {

    /** Takes points one by one, all with intervals or all without. One thread. */
    public static final class Builder {
        private final Band band = new Band(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());

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

        public Band build() {
            return band;
        }
    }
}
