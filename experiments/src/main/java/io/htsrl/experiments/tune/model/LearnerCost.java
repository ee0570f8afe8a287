package io.htsrl.experiments.tune.model;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What the learner costs an interval, its digest and reports included. Immutable.
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
