package io.htsrl.experiments.tune;

import io.htsrl.core.schedule.WaitMode;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The costs of a run's roles on one machine. Immutable.
 *
 * @param step      of an environment
 * @param forward   of the policy
 * @param learner   of an interval
 * @param handOvers by the way of waiting
 * @param swap      seconds of an interval in which nobody works: barrier, swap, and what else was measured and is nobody's
 */
public record RoleCosts(
        StepCost step, ForwardCost forward, LearnerCost learner, Map<WaitMode, HandOver> handOvers, double swap) {
    /** Takes copies. */
    public RoleCosts {
        handOvers = Map.copyOf(handOvers);
    }

    /** The same with another swap. */
    public RoleCosts withSwap(double newSwap) {
        return new RoleCosts(step, forward, learner, handOvers, newSwap);
    }

    HandOver handOver(WaitMode mode) {
        return handOvers.getOrDefault(mode, new HandOver(0, 0));
    }

    /**
     * The cost of a step, in seconds. Immutable.
     *
     * @param wall      that it takes, on average
     * @param processor of it, on a core of this machine
     * @param deviation of its time, as a share of the mean
     * @param processes that step environments outside of this one; 0: executors do
     * @param executor  an executor's own time for a step that another process takes
     */
    public record StepCost(double wall, double processor, double deviation, int processes, double executor) {
        private static final double WAITS = 0.5;

        /** Of an environment that an executor steps. */
        public StepCost(double wall, double processor, double deviation) {
            this(wall, processor, deviation, 0, 0);
        }

        /** Whether its time is waited for rather than computed by the executor. */
        public boolean blocks() {
            return elsewhere() || processor < WAITS * wall;
        }

        /** Whether other processes take it. */
        public boolean elsewhere() {
            return processes > 0;
        }

        /** Processor time, here and elsewhere. */
        double allProcessor() {
            return processor + executor;
        }
    }

    /**
     * The cost of a policy forward, hand-out and publishing included: a line over the number of its states. Immutable.
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

    /**
     * The cost of learning from an interval, its digest and reports included. Immutable.
     *
     * @param seconds by the threads that share its passes, 1 among them
     */
    public record LearnerCost(NavigableMap<Integer, Double> seconds) {
        /** Takes a copy. */
        public LearnerCost {
            seconds = new TreeMap<>(seconds);
            if (!seconds.containsKey(1)) {
                throw new IllegalArgumentException("the learner alone must be among " + seconds);
            }
        }

        /** Of a learner with helpers. */
        public static LearnerCost of(Map<Integer, Double> seconds) {
            return new LearnerCost(new TreeMap<>(seconds));
        }

        /** By so many threads, or the most below that were measured: sharing may make it slower. */
        public double by(int threads) {
            return seconds.floorEntry(Math.max(1, threads)).getValue();
        }

        /** The same of so many times the work. */
        public LearnerCost times(double factor) {
            NavigableMap<Integer, Double> all = new TreeMap<>();
            seconds.forEach((threads, time) -> all.put(threads, time * factor));
            return new LearnerCost(all);
        }

        /** Processor time of it: sharing does not make it less. */
        public double processor() {
            return by(1);
        }
    }

    /**
     * The cost of giving work to a waiting thread, in one way of waiting. Immutable.
     *
     * @param latency seconds until it works
     * @param spin    share of a short wait in which it keeps a core busy, 0 to 1
     */
    public record HandOver(double latency, double spin) {}
}
