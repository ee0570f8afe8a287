package io.htsrl.papers.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs contenders in turns, round after round, so that other load of the machine affects all of them. One thread. */
final class Contest {
    private static final int WARM_UP = 2;

    private final Map<String, List<Worker>> contenders = new LinkedHashMap<>();

    /** Operations per second in each round, by worker. */
    record Outcome(double[][] rounds) {

        /** Returns the median over the rounds of the sum of the rates of workers {@code from} to {@code to - 1}. */
        double median(int from, int to) {
            double[] sums = Arrays.stream(rounds)
                    .mapToDouble(rates -> Arrays.stream(rates, from, to).sum())
                    .sorted()
                    .toArray();
            return sums[sums.length / 2];
        }

        /** Returns the median over the rounds of the sum of all rates. */
        double median() {
            return median(0, rounds[0].length);
        }

        /** Returns nanoseconds of one operation of a single worker. */
        double nanos() {
            return 1e9 / median();
        }
    }

    Contest add(String name, List<Worker> workers) {
        if (contenders.put(name, workers) != null) {
            throw new IllegalArgumentException("two contenders have the name " + name);
        }
        return this;
    }

    /** Runs warm-up rounds, then {@code rounds} that count; returns the outcomes in the order of {@link #add}. */
    Map<String, Outcome> run(int rounds, double seconds) throws InterruptedException {
        Map<String, List<double[]>> rates = new LinkedHashMap<>();
        for (int round = -WARM_UP; round < rounds; round++) {
            long first = (long) (round + WARM_UP) << 32; // no draw is repeated
            for (Map.Entry<String, List<Worker>> workers : contenders.entrySet()) {
                double[] ofRound = WorkerThreads.rates(workers.getValue(), seconds, first);
                if (round >= 0) {
                    rates.computeIfAbsent(workers.getKey(), key -> new ArrayList<>())
                            .add(ofRound);
                }
            }
        }
        Map<String, Outcome> outcomes = new LinkedHashMap<>();
        rates.forEach((name, ofRounds) -> outcomes.put(name, new Outcome(ofRounds.toArray(double[][]::new))));
        return outcomes;
    }
}
