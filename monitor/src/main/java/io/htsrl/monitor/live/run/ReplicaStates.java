package io.htsrl.monitor.live.run;

import io.htsrl.trainer.report.RunMetrics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The state of each replica, and the stragglers that the others wait for. A straggler works while most replicas have
 * long been at the barrier. It is detected from a few samples of the last seconds; intervals shorter than the time
 * between samples give no certain result and mark no replica. One thread.
 */
final class ReplicaStates {
    static final char STEPPING = 's';
    static final char WAITING = 'w';
    static final char BARRIER = 'b';

    /** Number of samples that count, about ten seconds. */
    private static final int LOOKS = 40;

    private static final int FEWEST = 20;
    private static final double MOST_WAIT = 0.4;
    private static final double STRAGGLES = 0.25;

    private boolean[][] atBarrier = new boolean[LOOKS][];
    private int looks;
    private final StringBuilder states = new StringBuilder();
    private int[] steps = {};

    /** Samples the state of all replicas. */
    void look(RunMetrics gauges) {
        int replicas = gauges.replicas();
        if (steps.length != replicas) {
            steps = new int[replicas];
            atBarrier = new boolean[LOOKS][replicas];
            looks = 0;
        }
        states.setLength(0);
        boolean[] waits = atBarrier[looks++ % LOOKS];
        for (int replica = 0; replica < replicas; replica++) {
            steps[replica] = gauges.step(replica);
            waits[replica] = steps[replica] >= gauges.steps();
            states.append(waits[replica] ? BARRIER : gauges.calling(replica) ? STEPPING : WAITING);
        }
    }

    /** Returns a letter for each replica. */
    String states() {
        return states.toString();
    }

    /** Returns the step of the interval that each replica takes next. */
    int[] steps() {
        return steps;
    }

    /** Returns the replicas that the others wait for. */
    List<Integer> stragglers() {
        int counted = Math.min(looks, LOOKS);
        double[] shares = new double[steps.length];
        for (int look = 0; look < counted; look++) {
            for (int replica = 0; replica < shares.length; replica++) {
                shares[replica] += atBarrier[look][replica] ? 1.0 / counted : 0;
            }
        }
        List<Integer> late = new ArrayList<>();
        if (counted >= FEWEST && shares.length > 2) {
            double[] sorted = shares.clone();
            Arrays.sort(sorted);
            double median = sorted[sorted.length / 2];
            for (int replica = 0; replica < shares.length; replica++) {
                if (median > MOST_WAIT && shares[replica] < STRAGGLES * median) {
                    late.add(replica);
                }
            }
        }
        return late;
    }
}
