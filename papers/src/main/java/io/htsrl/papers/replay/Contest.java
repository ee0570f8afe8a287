package io.htsrl.papers.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Contenders that take turns, round after round, so that what else the machine does meets all of them. One thread. */
final class Contest {
    private static final int WARM_UP = 2;

    private final Map<String, List<Worker>> crews = new LinkedHashMap<>();

    /** Operations per second in each round, by worker. */
    record Outcome(double[][] rounds) {

        /** The median over the rounds of the sum of some workers' rates. */
        double median(int from, int to) {
            double[] sums = Arrays.stream(rounds)
                    .mapToDouble(rates -> Arrays.stream(rates, from, to).sum())
                    .sorted()
                    .toArray();
            return sums[sums.length / 2];
        }

        /** Of all workers. */
        double median() {
            return median(0, rounds[0].length);
        }

        /** Nanoseconds of one operation, where one worker does nothing else. */
        double nanos() {
            return 1e9 / median();
        }
    }

    Contest add(String name, List<Worker> crew) {
        if (crews.put(name, crew) != null) {
            throw new IllegalArgumentException("two contenders have the name " + name);
        }
        return this;
    }

    /** Each contender's outcome, in the order in which they came; rounds that warm up come before and do not count. */
    Map<String, Outcome> run(int rounds, double seconds) throws InterruptedException {
        Map<String, List<double[]>> rates = new LinkedHashMap<>();
        for (int round = -WARM_UP; round < rounds; round++) {
            long first = (long) (round + WARM_UP) << 32; // no draw comes twice
            for (Map.Entry<String, List<Worker>> crew : crews.entrySet()) {
                double[] ofRound = Crew.rates(crew.getValue(), seconds, first);
                if (round >= 0) {
                    rates.computeIfAbsent(crew.getKey(), key -> new ArrayList<>())
                            .add(ofRound);
                }
            }
        }
        Map<String, Outcome> outcomes = new LinkedHashMap<>();
        rates.forEach((name, ofRounds) -> outcomes.put(name, new Outcome(ofRounds.toArray(double[][]::new))));
        return outcomes;
    }
}
