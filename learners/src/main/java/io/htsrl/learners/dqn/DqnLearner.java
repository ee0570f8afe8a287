package io.htsrl.learners.dqn;

import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.time.Horizon;
import io.htsrl.core.work.Phase;
import io.htsrl.core.work.Team;
import io.htsrl.learners.Learner;
import io.htsrl.learners.offpolicy.BatchTeam;
import io.htsrl.learners.offpolicy.FirstErrors;
import io.htsrl.learners.offpolicy.MeanGradient;
import io.htsrl.learners.offpolicy.ReplayLoop;
import io.htsrl.learners.offpolicy.TargetNetwork;
import io.htsrl.learners.offpolicy.insertion.RowValues;
import io.htsrl.learners.optim.Descent;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.replay.Ratio;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.replay.rate.RatioSchedule;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.RolloutSink;
import io.htsrl.storage.StorageBank;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Deep Q-learning (Mnih et al. 2015) with prioritized replay (Schaul et al. 2016), double Q-learning (van Hasselt et
 * al. 2016), dueling heads and n-step returns; the details are numbered in {@code docs/dqn.md}. A bank is remembered
 * first, in (step, environment) order; then as many updates are made as are due, from φ_k to φ_{k+1}.
 */
public final class DqnLearner implements Learner {
    private final ReplayLoop loop;
    private final TemporalDifference[] losses;
    private final List<GradientNetwork> online;
    private final TargetNetwork target;
    private final Descent descent;
    private final MeanGradient gradient;
    private final DqnConfig config;
    private final QRows rows;
    private final BatchTeam team;
    private final Phase descending;
    private RatioSchedule targetSchedule;
    // the update under way
    private float[] learnt;
    private long intervalOfUpdate;

    /**
     * @param online    the learnt network for each batch of an update, with room for it; closed with this learner
     * @param target    of the same layout, likewise
     * @param memory    empty, for the steps of {@code shape}
     * @param intervals how many banks are planned, for annealing
     * @param draws     of the batches
     * @param team      that computes the batches, and shares the optimiser's steps
     */
    public DqnLearner(
            DqnConfig config,
            BankShape shape,
            Policy policy,
            QRows rows,
            List<GradientNetwork> online,
            TargetNetwork target,
            ReplayMemory memory,
            Horizon intervals,
            RandomStream draws,
            Team team) {
        this.config = config;
        this.rows = rows;
        boolean byActors = config.initialPriority() == DqnConfig.InitialPriority.ACTOR;
        this.loop = new ReplayLoop(
                ReplayLoop.Pace.of(config),
                shape,
                memory,
                byActors ? new ActorErrors(shape, policy, rows, config.gamma()) : FirstErrors.GREATEST_SO_FAR,
                intervals,
                draws);
        this.online = online;
        this.target = target;
        this.team = config.replay().team(team);
        this.losses = new TemporalDifference[online.size()];
        Arrays.setAll(losses, i -> new TemporalDifference(i, config, rows, online.get(i), target));
        this.descent = new Descent(config.optimizer(), policy, intervals, team);
        this.gradient = new MeanGradient(policy.parameterCount(), this.team);
        this.descending = this.team.each(this::descend);
        this.targetSchedule = moves(config.utd());
    }

    /** Moves of the target network, for updates. */
    private RatioSchedule moves(Ratio utd) {
        return new RatioSchedule(utd.steps(), utd.updates() * config.targetNetworkFrequency());
    }

    @Override
    public RolloutSink rollouts(PipelineConfig pipeline, RunControl control) {
        RowValues values = config.initialPriority() == DqnConfig.InitialPriority.ACTOR ? rows : null;
        targetSchedule = moves(config.rate(pipeline).updatesPerStep());
        return loop.inserted(config, pipeline, values, control);
    }

    @Override
    public Map<String, Double> update(StorageBank bank, float[] behaviour, float[] parameters, long update) {
        if (update == 0) {
            target.copy(parameters);
        }
        int due = loop.append(bank, behaviour, update);
        for (TemporalDifference loss : losses) {
            loss.begin();
        }
        double norm = 0;
        for (int i = 0; i < due && loop.begin(); i++) {
            norm = learn(parameters, update);
        }
        Map<String, Double> figures = new LinkedHashMap<>();
        TemporalDifference.addTo(figures, losses);
        figures.put("grad_norm", norm);
        figures.put("learning_rate", descent.rate(update));
        loop.addTo(figures);
        return figures;
    }

    /** One update of its batches. */
    private double learn(float[] parameters, long interval) {
        learnt = parameters;
        intervalOfUpdate = interval;
        team.run(descending);
        double norm = descent.step(parameters, gradient.mean(), interval);
        loop.learnt(i -> losses[i].errors());
        for (int move = targetSchedule.due(1); move > 0; move--) {
            target.follow(parameters);
        }
        return norm;
    }

    /** The gradient of one batch, drawn for it. */
    private void descend(int batch) {
        ReplayBatch rows = loop.draw(batch);
        GradientNetwork network = online.get(batch);
        network.loadParameters(learnt);
        network.backward(losses[batch].gradient(rows, intervalOfUpdate), gradient.of(batch));
    }

    /** Which transitions were drawn, their new errors, and now and then every priority. */
    @Override
    public double[] somePriorities(int most) {
        return loop.somePriorities(most);
    }

    @Override
    public void digest(BitHasher hasher) {
        loop.digest(hasher);
    }

    @Override
    public void save(DataOutput out) throws IOException {
        loop.saveProgress(out);
        targetSchedule.save(out);
        descent.save(out);
        target.save(out);
        loop.saveMemory(out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        loop.restoreProgress(in);
        targetSchedule.restore(in);
        descent.restore(in);
        target.restore(in);
        loop.restoreMemory(in);
    }

    @Override
    public long stateBytes() {
        return descent.stateBytes() + (long) Float.BYTES * gradient.of(0).length + loop.stateBytes();
    }

    @Override
    public void close() {
        online.forEach(GradientNetwork::close);
        target.close();
    }
}
