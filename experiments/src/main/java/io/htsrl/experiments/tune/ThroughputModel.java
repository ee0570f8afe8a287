package io.htsrl.experiments.tune;

import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.experiments.tune.ThroughputModel.Forecast.Bottleneck;
import org.apache.commons.statistics.distribution.GammaDistribution;

/**
 * Predicts a run's throughput from the costs of its roles; equations are numbered as in docs/how-to/speed-up.md. A pure
 * function of costs and workload; any thread.
 *
 * <p>Costs are those of one thread alone. Not modelled: shared caches, memory and clock rates of cores; ends of
 * episodes beyond their mean; and other load of the machine.
 */
public record ThroughputModel(Workload load, RoleCosts costs) {
    private static final int ROUNDS = 50;
    private static final double CROWDED = 1.05;
    private static final int POINTS = 400; // points of Simpson's rule: 1e-4 of the exact value for exponential times
    private static final double DEVIATIONS = 14;
    private static final double STEADY = 1e-4;

    /** Predicts the speed of one choice of thread settings. */
    public Forecast of(TunedSettings tuned) {
        double batch = batch(tuned);
        Rollout rollout = rollout(tuned, batch).times(load.columns() / (double) load.environments());
        double work = processor(batch);
        double round = rollout.seconds() / load.syncInterval();
        SharingModel sharing = SharingModel.of(load, costs, tuned, work / rollout.seconds(), round);
        double alone = ownLearner(tuned);
        double together = costs.learner().by(Math.min(load.cores(), tuned.learners()));
        double interval = load.schedule().lockstep()
                ? sharing.inTurns(rollout.seconds(), together)
                : sharing.besideEachOther(rollout.seconds(), alone, together);
        double learner = load.schedule().lockstep() ? together : alone;
        return new Forecast(
                load.steps() / (interval + costs.swap()),
                interval + costs.swap(),
                rollout.seconds(),
                learner,
                (work + costs.learner().processor()) / load.cores(),
                batch,
                bottleneck(rollout, learner, interval));
    }

    /** Returns the role that determines how long an interval takes. */
    private Bottleneck bottleneck(Rollout rollout, double learner, double interval) {
        double uncrowded =
                load.schedule().lockstep() ? rollout.seconds() + learner : Math.max(rollout.seconds(), learner);
        if (interval > CROWDED * uncrowded) {
            return Bottleneck.CORES;
        }
        return learner > rollout.seconds() ? Bottleneck.LEARNER : rollout.bottleneck();
    }

    /** The time of α steps of all environments, and the role that takes most of it. */
    private record Rollout(double seconds, Bottleneck bottleneck) {
        Rollout times(double factor) {
            return new Rollout(seconds * factor, bottleneck);
        }
    }

    /** Returns the mean number of states of a forward (equation 1). */
    private double batch(TunedSettings tuned) {
        if (load.schedule().lockstep()) {
            return load.environments();
        }
        double most = Math.min(tuned.actorBatch(), load.environments());
        if (tuned.actors() == 0 && !costs.step().elsewhere()) {
            return Math.min(most, each(tuned.executors()));
        }
        double latency =
                tuned.actors() == 0 ? 0 : costs.handOver(tuned.waitMode()).latency();
        double servers = Math.max(1, tuned.actors());
        double arrivals = servers(tuned) / costs.step().wall() / servers;
        double states = 1;
        for (int round = 0; round < ROUNDS; round++) { // from below: states that arrive while a batch is served
            states = Math.min(
                    Math.max(1, most), Math.max(1, arrivals * (costs.forward().seconds(states) + latency)));
        }
        return states;
    }

    /** Returns how many environments step at the same time. */
    private int servers(TunedSettings tuned) {
        return costs.step().elsewhere() ? Math.min(costs.step().processes(), load.environments()) : tuned.executors();
    }

    private double each(int threads) {
        return Math.ceil(load.environments() / (double) threads);
    }

    /** Returns the rollout (equations 2 to 5). */
    private Rollout rollout(TunedSettings tuned, double batch) {
        int servers = servers(tuned);
        double alpha = load.syncInterval();
        double states = load.environments() * alpha;
        double mean = each(servers) * alpha * costs.step().wall();
        double steps = load.schedule().lockstep()
                ? alpha * slowest(servers, each(servers))
                : slowest(servers, each(servers) * alpha);
        double serving = load.schedule().lockstep()
                ? alpha * costs.forward().seconds(batch)
                : states * costs.forward().perState(batch) / Math.max(1, Math.max(tuned.actors(), ownServers(tuned)));
        double handOvers = 2 * alpha * costs.handOver(tuned.waitMode()).latency();
        if (load.schedule().lockstep()) {
            boolean handed = tuned.actors() > 0 || tuned.executors() > 1;
            return rollout(steps, serving, handed ? handOvers : 0);
        }
        double own = states * costs.step().executor() / tuned.executors();
        if (tuned.actors() == 0) {
            return costs.step().elsewhere()
                    ? greatest(rollout(steps, alpha * costs.forward().seconds(batch), 0), rollout(0, serving + own, 0))
                    : rollout(steps, serving, 0);
        }
        double together = Math.max(1, batch / servers) * alpha * costs.step().wall();
        Rollout cycle = rollout(together + steps - mean, alpha * costs.forward().seconds(batch), handOvers);
        Rollout saturated = greatest(rollout(Math.max(steps, own), 0, 0), rollout(0, serving, 0));
        return greatest(cycle, saturated);
    }

    /** Returns the number of executors that serve forwards, where no actors exist. */
    private static int ownServers(TunedSettings tuned) {
        return tuned.actors() == 0 ? tuned.executors() : 0;
    }

    private double slowest(int servers, double steps) {
        return slowest(servers, steps, costs.step().wall(), costs.step().deviation());
    }

    private Rollout rollout(double steps, double serving, double handOvers) {
        Bottleneck ofSteps = costs.step().blocks() ? Bottleneck.STEPS : Bottleneck.EXECUTORS;
        Bottleneck most = steps >= serving && steps >= handOvers
                ? ofSteps
                : serving >= handOvers ? Bottleneck.ACTORS : Bottleneck.HAND_OVERS;
        return new Rollout(steps + serving + handOvers, most);
    }

    private static Rollout greatest(Rollout a, Rollout b) {
        return a.seconds() >= b.seconds() ? a : b;
    }

    /** Returns the learner's time with executors that help once they wait for it (equation 6). */
    private double ownLearner(TunedSettings tuned) {
        int helpers = Math.max(0, tuned.learners() - 1);
        int executors = load.schedule().barrier() ? Math.min(helpers, tuned.executors()) : 0;
        return costs.learner().by(Math.min(load.cores(), 1 + helpers - executors));
    }

    /** Returns the processor time of a rollout (equation 7). */
    private double processor(double batch) {
        return load.steps() * (costs.step().allProcessor() + costs.forward().perState(batch));
    }

    /**
     * Returns the expected time of the slowest of several that take steps of gamma-distributed times, one after the
     * other. Claim 1 of HTS-RL approximates it by extreme-value theory; this function integrates it, so that it holds
     * for few and for many.
     *
     * @param many number that begin together, at least 1
     * @param steps steps of each
     * @param mean mean time of a step
     * @param deviation standard deviation of a step's time, relative to the mean
     */
    private static double slowest(int many, double steps, double mean, double deviation) {
        double sum = steps * mean;
        double spread = deviation / Math.sqrt(steps);
        if (many == 1 || mean == 0 || spread < STEADY) {
            return sum;
        }
        double shape = 1 / (spread * spread);
        GammaDistribution of = GammaDistribution.of(shape, sum / shape);
        double end = sum * (1 + DEVIATIONS * Math.max(spread, spread * spread));
        double width = end / POINTS;
        double integral = 0;
        for (int i = 0; i <= POINTS; i++) {
            double weight = i == 0 || i == POINTS ? 1 : i % 2 == 1 ? 4 : 2;
            integral += weight * (1 - StrictMath.pow(of.cumulativeProbability(i * width), many));
        }
        return Math.max(sum, integral * width / 3);
    }

    /**
     * The speed of threads that share cores: as fast as alone while each has a core, and slower in equal proportion
     * otherwise. Equations 7 to 9 of docs/how-to/speed-up.md. Immutable, pure.
     *
     * @param both speed of each while rollout and learner work
     * @param rollout speed of the rollout while the learner waits
     * @param learner speed of the learner while the rollout's threads wait
     */
    private record SharingModel(double both, double rollout, double learner) {
        /**
         * Seconds of a wait of {@link WaitMode#PHASED} that ends before it sleeps; other waits of that length are
         * similar.
         */
        private static final double SHORT = 55e-6;

        /**
         * Computes the speeds of the threads of one setting.
         *
         * @param busy mean number of cores that the rollout's work keeps busy, if each of its threads had one
         * @param round seconds of a step of all environments
         */
        static SharingModel of(Workload load, RoleCosts costs, TunedSettings tuned, double busy, double round) {
            int threads = tuned.executors() + tuned.actors();
            double cores = load.cores();
            if (tuned.waitMode().neverSleeps()) {
                double speed = Math.min(1, cores / (threads + 1)); // a waiting thread always keeps a core busy, too
                return new SharingModel(speed, speed, speed);
            }
            boolean waits = threads > 1 && round < SHORT;
            double spin = waits ? costs.handOver(tuned.waitMode()).spin() : 0;
            double taken = busy + spin * Math.max(0, threads - busy);
            return new SharingModel(Math.min(1, cores / (taken + 1)), Math.min(1, cores / taken), 1);
        }

        /**
         * Returns the seconds of a rollout beside an update, until both are done.
         *
         * @param collecting seconds of the undisturbed rollout
         * @param alone seconds of the update by the learner's own threads
         * @param together seconds of the update with the rollout's threads, which help once they are done
         */
        double besideEachOther(double collecting, double alone, double together) {
            if (alone <= collecting) {
                return alone / both + (collecting - alone) / rollout;
            }
            double left = (alone - collecting) / alone;
            return collecting / both + left * together / learner;
        }

        /** Returns the seconds of a rollout and a following update by all threads. */
        double inTurns(double collecting, double together) {
            return collecting / rollout + together / learner;
        }
    }

    /**
     * The prediction of one setting. Immutable.
     *
     * @param stepsPerSecond steps per second of all environments together
     * @param interval seconds of an interval
     * @param rollout seconds of collecting it, with a core for every thread
     * @param learner seconds of learning from it, with a core for every thread
     * @param cores seconds that the cores need for all of its work
     * @param batch mean number of states of a forward
     * @param bottleneck role that limits the speed
     */
    public record Forecast(
            double stepsPerSecond,
            double interval,
            double rollout,
            double learner,
            double cores,
            double batch,
            Bottleneck bottleneck) {

        /** The role that limits the speed of a run. */
        public enum Bottleneck {
            /** Waiting for environments. */
            STEPS,
            /** Computing their steps. */
            EXECUTORS,
            /** Forwards. */
            ACTORS,
            /** Hand-overs between threads. */
            HAND_OVERS,
            /** The update. */
            LEARNER,
            /** All cores are busy with all of it. */
            CORES
        }
    }

    /**
     * The work of a run, and the cores for it. Immutable.
     *
     * @param schedule a schedule of several threads
     * @param environments n
     * @param syncInterval α
     * @param columns rollouts of α steps of an update: n, except under {@code async}
     * @param cores C
     */
    public record Workload(Schedule schedule, int environments, int syncInterval, int columns, int cores) {

        /** Returns the workload of a run. */
        public static Workload of(PipelineConfig config, int cores) {
            return new Workload(config.schedule(), config.numEnvs(), config.syncInterval(), config.columns(), cores);
        }

        /** Returns the steps of an interval. */
        public double steps() {
            return (double) columns * syncInterval;
        }
    }
}
