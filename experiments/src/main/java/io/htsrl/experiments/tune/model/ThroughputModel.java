package io.htsrl.experiments.tune.model;

import io.htsrl.experiments.tune.model.Forecast.Bottleneck;

/**
 * Predicts what a run reaches from what its roles cost; the numbers of equations are those of docs/tuning.md. A pure
 * function of costs and workload; any thread.
 *
 * <p>Costs are of one thread alone. Not modelled: that cores share caches, memory and clock rates; ends of episodes beyond
 * their mean; and what else the machine does.
 */
public final class ThroughputModel {
    private static final int ROUNDS = 50;
    private static final double CROWDED = 1.05;

    private final Workload load;
    private final RoleCosts costs;

    public ThroughputModel(Workload load, RoleCosts costs) {
        this.load = load;
        this.costs = costs;
    }

    /** Of one setting of the knobs. */
    public Forecast of(Knobs knobs) {
        double batch = batch(knobs);
        Rollout rollout = rollout(knobs, batch).times(load.columns() / (double) load.environments());
        double work = processor(batch);
        double round = rollout.seconds() / load.syncInterval();
        Sharing sharing = Sharing.of(load, costs, knobs, work / rollout.seconds(), round);
        double alone = ownLearner(knobs);
        double together = costs.learner().by(Math.min(load.cores(), knobs.learners()));
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

    /** What decides an interval. */
    private Bottleneck bottleneck(Rollout rollout, double learner, double interval) {
        double uncrowded =
                load.schedule().lockstep() ? rollout.seconds() + learner : Math.max(rollout.seconds(), learner);
        if (interval > CROWDED * uncrowded) {
            return Bottleneck.CORES;
        }
        return learner > rollout.seconds() ? Bottleneck.LEARNER : rollout.bottleneck();
    }

    /** How long α steps of all environments take, and what takes the most of it. */
    private record Rollout(double seconds, Bottleneck bottleneck) {
        Rollout times(double factor) {
            return new Rollout(seconds * factor, bottleneck);
        }
    }

    /** Equation 1: the states of a forward, on average. */
    private double batch(Knobs knobs) {
        if (load.schedule().lockstep()) {
            return load.environments();
        }
        double most = Math.min(knobs.actorBatch(), load.environments());
        if (knobs.actors() == 0 && !costs.step().elsewhere()) {
            return Math.min(most, each(knobs.executors()));
        }
        double latency =
                knobs.actors() == 0 ? 0 : costs.handOver(knobs.waitMode()).latency();
        double servers = Math.max(1, knobs.actors());
        double arrivals = servers(knobs) / costs.step().wall() / servers;
        double states = 1;
        for (int round = 0; round < ROUNDS; round++) { // from below: what arrives while a batch is served
            states = Math.min(
                    Math.max(1, most), Math.max(1, arrivals * (costs.forward().seconds(states) + latency)));
        }
        return states;
    }

    /** Those that step at the same time. */
    private int servers(Knobs knobs) {
        return costs.step().elsewhere() ? Math.min(costs.step().processes(), load.environments()) : knobs.executors();
    }

    private double each(int threads) {
        return Math.ceil(load.environments() / (double) threads);
    }

    /** Equations 2 to 5. */
    private Rollout rollout(Knobs knobs, double batch) {
        int servers = servers(knobs);
        double alpha = load.syncInterval();
        double states = load.environments() * alpha;
        double mean = each(servers) * alpha * costs.step().wall();
        double steps = load.schedule().lockstep()
                ? alpha * slowest(servers, each(servers))
                : slowest(servers, each(servers) * alpha);
        double serving = load.schedule().lockstep()
                ? alpha * costs.forward().seconds(batch)
                : states * costs.forward().perState(batch) / Math.max(1, Math.max(knobs.actors(), ownServers(knobs)));
        double handOvers = 2 * alpha * costs.handOver(knobs.waitMode()).latency();
        if (load.schedule().lockstep()) {
            boolean handed = knobs.actors() > 0 || knobs.executors() > 1;
            return rollout(steps, serving, handed ? handOvers : 0);
        }
        double own = states * costs.step().executor() / knobs.executors();
        if (knobs.actors() == 0) {
            return costs.step().elsewhere()
                    ? greatest(rollout(steps, alpha * costs.forward().seconds(batch), 0), rollout(0, serving + own, 0))
                    : rollout(steps, serving, 0);
        }
        double together = Math.max(1, batch / servers) * alpha * costs.step().wall();
        Rollout cycle = rollout(together + steps - mean, alpha * costs.forward().seconds(batch), handOvers);
        Rollout saturated = greatest(rollout(Math.max(steps, own), 0, 0), rollout(0, serving, 0));
        return greatest(cycle, saturated);
    }

    /** Executors that serve, where no actors do. */
    private static int ownServers(Knobs knobs) {
        return knobs.actors() == 0 ? knobs.executors() : 0;
    }

    private double slowest(int servers, double steps) {
        return SlowestOf.seconds(
                servers, steps, costs.step().wall(), costs.step().deviation());
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

    /** Equation 6: executors help the learner where they wait for it, and not before. */
    private double ownLearner(Knobs knobs) {
        int helpers = Math.max(0, knobs.learners() - 1);
        int executors = load.schedule().barrier() ? Math.min(helpers, knobs.executors()) : 0;
        return costs.learner().by(Math.min(load.cores(), 1 + helpers - executors));
    }

    /** Equation 7: the processor time of a rollout. */
    private double processor(double batch) {
        return load.steps() * (costs.step().allProcessor() + costs.forward().perState(batch));
    }
}
