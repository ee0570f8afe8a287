package io.htsrl.experiments.tune;

import io.htsrl.core.schedule.WaitMode;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The costs of a run's roles on one machine. Immutable.
 *
 * @param step cost of an environment's step
 * @param forward cost of a policy forward
 * @param learner cost of an interval's update
 * @param handOvers cost of a hand-over, by wait mode
 * @param swap seconds of an interval in which no role works: barrier, swap, and measured time of no role
 */
public record RoleCosts(
        StepCost step, ForwardCost forward, LearnerCost learner, Map<WaitMode, HandOver> handOvers, double swap) {
    /** Takes copies. */
    public RoleCosts {
        handOvers = Map.copyOf(handOvers);
    }

    /** Returns the same costs with another swap. */
    public RoleCosts withSwap(double newSwap) {
        return new RoleCosts(step, forward, learner, handOvers, newSwap);
    }

    HandOver handOver(WaitMode mode) {
        return handOvers.getOrDefault(mode, new HandOver(0, 0));
    }

    /**
     * The cost of a step, in seconds. Immutable.
     *
     * @param wall mean time of a step
     * @param processor part of it that keeps a core of this machine busy
     * @param deviation standard deviation of its time, relative to the mean
     * @param processes processes other than this one that step environments; 0: executors do
     * @param executor an executor's own time for a step that another process computes
     */
    public record StepCost(double wall, double processor, double deviation, int processes, double executor) {
        private static final double WAITS = 0.5;

        /** Creates the cost of a step that an executor computes. */
        public StepCost(double wall, double processor, double deviation) {
            this(wall, processor, deviation, 0, 0);
        }

        /** Returns whether a step mostly waits instead of keeping the executor busy. */
        public boolean blocks() {
            return elsewhere() || processor < WAITS * wall;
        }

        /** Returns whether other processes compute steps. */
        public boolean elsewhere() {
            return processes > 0;
        }

        /** Returns the processor time, in this process and others. */
        double allProcessor() {
            return processor + executor;
        }
    }

    /**
     * The cost of a policy forward, hand-out and publishing included, as a linear function of the number of its states.
     * Immutable.
     *
     * @param batch seconds for a batch
     * @param state seconds for each state of it
     */
    public record ForwardCost(double batch, double state) {

        /** Returns the seconds of a forward of {@code states}. */
        public double seconds(double states) {
            return batch + state * states;
        }

        /** Returns the seconds per state of a forward of {@code states}. */
        public double perState(double states) {
            return batch / states + state;
        }

        /**
         * Fits a line to measured costs by relative error, with non-negative parts.
         *
         * @param seconds seconds of a forward by its number of states, all above 0; without any the cost is 0
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
     * @param seconds seconds by the number of threads that share its passes, 1 among them
     */
    public record LearnerCost(NavigableMap<Integer, Double> seconds) {
        /** Takes a copy. */
        public LearnerCost {
            seconds = new TreeMap<>(seconds);
            if (!seconds.containsKey(1)) {
                throw new IllegalArgumentException("the learner alone must be among " + seconds);
            }
        }

        /** Creates the cost of a learner with helpers. */
        public static LearnerCost of(Map<Integer, Double> seconds) {
            return new LearnerCost(new TreeMap<>(seconds));
        }

        /**
         * Returns the seconds with that many threads, or with the largest smaller number that was measured, since
         * sharing may slow the update down.
         */
        public double by(int threads) {
            return seconds.floorEntry(Math.max(1, threads)).getValue();
        }

        /** Returns the cost of {@code factor} times the work. */
        public LearnerCost times(double factor) {
            NavigableMap<Integer, Double> all = new TreeMap<>();
            seconds.forEach((threads, time) -> all.put(threads, time * factor));
            return new LearnerCost(all);
        }

        /** Returns its processor time, which sharing does not reduce. */
        public double processor() {
            return by(1);
        }
    }

    /**
     * The cost of giving work to a waiting thread, in one wait mode. Immutable.
     *
     * @param latency seconds until it works
     * @param spin fraction of a short wait in which it keeps a core busy, 0 to 1
     */
    public record HandOver(double latency, double spin) {}
}
