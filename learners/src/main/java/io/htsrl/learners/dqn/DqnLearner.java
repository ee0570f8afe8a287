package io.htsrl.learners.dqn;

import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.state.Stateful;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.core.work.Phase;
import io.htsrl.core.work.Team;
import io.htsrl.learners.BatchSizeController;
import io.htsrl.learners.offpolicy.MeanGradient;
import io.htsrl.learners.offpolicy.NetworkResets;
import io.htsrl.learners.offpolicy.ReplayLearner;
import io.htsrl.learners.offpolicy.ReplayLoop;
import io.htsrl.learners.offpolicy.ReplayRate;
import io.htsrl.learners.offpolicy.TargetNetwork;
import io.htsrl.learners.offpolicy.insertion.BankMemory.FirstErrors;
import io.htsrl.learners.optim.GradientStep;
import io.htsrl.learners.values.QRows;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.noise.NoisyPolicy;
import io.htsrl.replay.Ratio;
import io.htsrl.replay.RatioSchedule;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.RolloutSink;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Deep Q-learning (Mnih et al. 2015) with prioritized replay (Schaul et al. 2016), double Q-learning (van Hasselt et
 * al. 2016), dueling heads, n-step returns and noisy layers, or from sequences as R2D2 (Kapturowski et al. 2019); the
 * details are numbered in {@code docs/explanation/dqn.md}.
 */
public final class DqnLearner extends ReplayLearner {
    private final TemporalDifference[] losses;
    private final IntFunction<List<GradientNetwork>> networks;
    private List<GradientNetwork> online;
    private final TargetNetwork target;
    private final GradientStep descent;
    private final MeanGradient gradient;
    private final DqnConfig config;
    private final QRows rows;
    private final Phase descending;
    private final NoisyPolicy noisy; // null without noise
    private final RandomStream noise;
    private final RandomStream fractions; // null but for implicit distributions
    private RatioSchedule targetSchedule;
    // the current update
    private float[] learnt;
    private long intervalOfUpdate;
    private double norm;
    private long updateOfInterval;

    /**
     * @param networks one network for each batch of an update, with room for its transitions; closed with this learner
     * @param target target network of the same layout, with room for the first batches; closed with this learner
     * @param memory empty replay memory for the steps of {@code shape}
     * @param intervals planned number of banks, for annealing
     * @param draws random stream of the batches
     * @param team team that computes the batches and the optimiser's steps
     * @param sizes controller of the batch size
     */
    public DqnLearner(
            DqnConfig config,
            BankShape shape,
            Policy policy,
            QRows rows,
            IntFunction<List<GradientNetwork>> networks,
            TargetNetwork target,
            ReplayMemory memory,
            AnnealingHorizon intervals,
            RandomStream draws,
            Team team,
            BatchSizeController sizes) {
        super(
                new ReplayLoop(
                        ReplayRate.Plan.of(config),
                        shape,
                        memory,
                        firstErrors(config, shape, policy, rows),
                        intervals,
                        draws,
                        sizes),
                config.replay().team(team),
                NetworkResets.of(config.replay(), policy, draws));
        this.config = config;
        this.rows = rows;
        this.networks = networks;
        this.target = target;
        this.losses = new TemporalDifference[this.team.batches()];
        makeBatches(loop.batchSize());
        this.descent = new GradientStep(config.optimizer(), policy, intervals, team);
        this.gradient = new MeanGradient(policy.parameterCount(), this.team);
        this.noisy = policy instanceof NoisyPolicy own ? own : null;
        this.noise = draws.spawn("noise");
        this.fractions = config.distribution().implicit().areUsed() ? draws.spawn("fractions") : null;
        this.descending = this.team.each(this::descend);
        this.targetSchedule = moves(config.utd());
    }

    private static boolean byActors(DqnConfig config) {
        return config.initialPriority() == DqnConfig.InitialPriority.ACTOR;
    }

    private static FirstErrors firstErrors(DqnConfig config, BankShape shape, Policy policy, QRows rows) {
        if (config.sequences().areUsed()) {
            return new ActorStates(shape, policy);
        }
        return byActors(config) ? new ActorErrors(shape, policy, rows, config.gamma()) : FirstErrors.GREATEST_SO_FAR;
    }

    private void makeBatches(int size) {
        online = networks.apply(size);
        Arrays.setAll(losses, i -> new TemporalDifference(i, size, config, rows, online.get(i), target));
    }

    @Override
    protected void resize(int size) {
        online.forEach(GradientNetwork::close);
        makeBatches(size);
        target.moveInto(networks.apply(size));
    }

    private RatioSchedule moves(Ratio utd) {
        return new RatioSchedule(utd.steps(), utd.updates() * config.targetNetworkFrequency());
    }

    @Override
    public RolloutSink rollouts(PipelineConfig pipeline, RunControl control) {
        targetSchedule = moves(config.rate(pipeline).updatesPerStep());
        return loop.inserted(config, pipeline, byActors(config) ? rows : null, control);
    }

    /**
     * Begins an interval. The target network starts as a copy of fresh parameters; later it follows the learnt network
     * and takes the statistics of φ_k.
     */
    @Override
    protected void begin(float[] parameters, boolean fresh) {
        if (fresh) {
            target.copy(parameters);
        } else {
            target.takeStatistics(parameters);
        }
    }

    @Override
    protected void clearMoments() {
        descent.clear();
    }

    @Override
    protected void learn(float[] parameters, long interval) {
        // noise and fractions are functions of the interval and the update: nothing is to be saved
        if (noisy != null) {
            RandomStream own = noise.spawn(interval).spawn(updateOfInterval);
            noisy.draw(parameters, own.spawn("online"));
            target.change(values -> noisy.draw(values, own.spawn("target")));
        }
        learnt = parameters;
        intervalOfUpdate = interval;
        team.run(descending);
        updateOfInterval++;
        norm = descent.step(parameters, gradient.mean(), interval);
        loop.learnt(i -> losses[i].errors());
        for (int move = targetSchedule.due(1); move > 0; move--) {
            target.follow(parameters);
        }
    }

    /** Draws one batch and computes its gradient. */
    private void descend(int batch) {
        ReplayBatch drawn = loop.draw(batch);
        GradientNetwork network = online.get(batch);
        network.loadParameters(learnt);
        if (fractions != null) {
            losses[batch].draw(
                    fractions.spawn(intervalOfUpdate).spawn(updateOfInterval).spawn(batch));
        }
        network.backward(losses[batch].gradient(drawn, intervalOfUpdate), gradient.of(batch));
    }

    @Override
    protected void end(float[] parameters, long interval) {
        if (noisy != null) {
            noisy.draw(parameters, noise.spawn(interval).spawn("acting"));
        }
    }

    @Override
    protected void addTo(Map<String, Double> metrics, long interval) {
        TemporalDifference.addTo(metrics, losses);
        metrics.put("grad_norm", norm);
        norm = 0;
        updateOfInterval = 0;
        metrics.put("learning_rate", descent.rate(interval));
    }

    @Override
    public List<Stateful> state() {
        return List.of(loop, targetSchedule, descent, target, loop.memory());
    }

    @Override
    public void close() {
        online.forEach(GradientNetwork::close);
        target.close();
    }
}
