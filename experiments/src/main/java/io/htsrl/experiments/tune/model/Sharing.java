package io.htsrl.experiments.tune.model;

import io.htsrl.core.schedule.WaitMode;

/**
 * How fast threads get on that share cores: each as fast as alone while there is a core for each, and fairly slower when
 * there is not. Equations 7 to 9 of docs/tuning.md. Immutable, pure.
 *
 * @param both    speed of each while rollout and learner are at work
 * @param rollout speed of the rollout's while the learner waits
 * @param learner speed of the learner's while the rollout's threads wait
 */
record Sharing(double both, double rollout, double learner) {
    /** A wait of {@link WaitMode#PHASED} that ends before it sleeps; others of that length are like it. */
    private static final double SHORT = 55e-6;

    /**
     * Of the threads of one setting.
     *
     * @param busy  cores that the rollout's work keeps busy on average, were there one for each of its threads
     * @param round seconds of a step of all environments
     */
    static Sharing of(Workload load, RoleCosts costs, Knobs knobs, double busy, double round) {
        int threads = knobs.executors() + knobs.actors();
        double cores = load.cores();
        if (knobs.waitMode() == WaitMode.YIELDING || knobs.waitMode() == WaitMode.BUSY_SPIN) {
            double speed = Math.min(1, cores / (threads + 1)); // who waits has a core too, always
            return new Sharing(speed, speed, speed);
        }
        boolean waits = threads > 1 && round < SHORT;
        double spin = waits ? costs.handOver(knobs.waitMode()).spin() : 0;
        double taken = busy + spin * Math.max(0, threads - busy);
        return new Sharing(Math.min(1, cores / (taken + 1)), Math.min(1, cores / taken), 1);
    }

    /**
     * A rollout beside an update, both to be done.
     *
     * @param collecting seconds of the rollout, were it undisturbed
     * @param alone      seconds of the update by the learner's own threads
     * @param together   with those of the rollout, which help once they are done
     */
    double besideEachOther(double collecting, double alone, double together) {
        if (alone <= collecting) {
            return alone / both + (collecting - alone) / rollout;
        }
        double left = (alone - collecting) / alone;
        return collecting / both + left * together / learner;
    }

    /** A rollout, and an update after it by all. */
    double inTurns(double collecting, double together) {
        return collecting / rollout + together / learner;
    }
}
