package io.htsrl.experiments.tune.model;

import java.util.Map;

/**
 * What a policy forward costs, hand-out and publishing included: a line over the number of its states. Immutable.
 *
 * @param batch seconds for a batch
 * @param state seconds for each state of it
 */
public record ForwardCost(double batch, double state) {

    /** Of {@code states}. */
    public double seconds(double states) {
        return batch + state * states;
    }

    /** For one of {@code states}. */
    public double perState(double states) {
        return batch / states + state;
    }

    /**
     * The line nearest to measured costs in relative terms, neither of its parts below 0.
     *
     * @param seconds of a forward, by its number of states, all above 0; of none nothing costs anything
     */
    public static ForwardCost fitted(Map<Double, Double> seconds) {
        if (seconds.isEmpty()) {
            return new ForwardCost(0, 0);
        }
        double sizes = 0;
        double costs = 0;
        double squares = 0;
        double products = 0;
        double weights = 0;
        for (Map.Entry<Double, Double> point : seconds.entrySet()) {
            double weight = 1 / (point.getValue() * point.getValue());
            weights += weight;
            sizes += weight * point.getKey();
            costs += weight * point.getValue();
            squares += weight * point.getKey() * point.getKey();
            products += weight * point.getKey() * point.getValue();
        }
        double spread = weights * squares - sizes * sizes;
        double state = seconds.size() < 2 || spread <= 0 ? 0 : (weights * products - sizes * costs) / spread;
        double batch = (costs - state * sizes) / weights;
        if (state < 0) {
            return new ForwardCost(costs / weights, 0);
        }
        return batch < 0 ? new ForwardCost(0, products / squares) : new ForwardCost(batch, state);
    }
}
