package io.htsrl.learners.offpolicy;

import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.optim.FiniteCheck;
import io.htsrl.learners.statistics.RewardScale;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.RolloutSink;
import io.htsrl.storage.StorageBank;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Base class of SAC, TQC, TD3 and DDPG: an actor, critics, and the batches that both learn from. The learner's thread
 * only.
 */
public abstract class ActorCriticReplayLearner<B extends CriticBatch> extends ReplayLearner {
    protected final ActorCritics config;
    protected final LearnerInputs inputs;
    protected final RewardScale rewards;
    protected final LearnedActor actor;
    protected final LearnedCritics critics;
    protected final List<B> batches = new ArrayList<>();
    final MetricMeans averages;
    private double norm;

    /**
     * @param metrics names of the metrics of each update: the critics' loss, the values, the actor's loss, and the
     *     learner's additional ones
     */
    protected ActorCriticReplayLearner(ActorCritics config, LearnerInputs inputs, String... metrics) {
        super(
                ReplayLoop.of(config, inputs),
                config.replay().team(inputs.team()),
                NetworkResets.of(config.replay(), inputs.policy(), ReplayLoop.draws(inputs)));
        this.config = config;
        this.inputs = inputs;
        this.rewards = config.learning().rewards().scale(inputs.shape(), config.gamma());
        this.actor = new LearnedActor(config, inputs);
        this.critics = new LearnedCritics(config, inputs);
        this.averages = new MetricMeans(metrics);
    }

    protected abstract B newBatch(int number, int size);

    /** Creates the batches. Called at the end of construction. */
    protected final void makeBatches() {
        batches.clear();
        for (int number = 0; number < team.batches(); number++) {
            batches.add(newBatch(number, loop.batchSize()));
        }
    }

    @Override
    protected void resize(int size) {
        actor.moveInto(config.replay().networks(inputs, size));
        critics.resize(size);
        makeBatches();
    }

    @Override
    public final RolloutSink rollouts(PipelineConfig pipeline, RunControl control) {
        return loop.inserted(config, pipeline, null, control);
    }

    /** Adds a bank to the statistics of the rewards, before the updates: they see the newest. */
    @Override
    protected final void appended(StorageBank bank) {
        rewards.begin(bank);
        rewards.learnt(bank);
    }

    @Override
    protected void begin(float[] parameters, boolean fresh) {
        actor.begin(parameters);
        critics.begin(parameters, fresh);
    }

    @Override
    protected void clearMoments() {
        actor.clearMoments();
        critics.clearMoments();
    }

    @Override
    protected void end(float[] parameters, long interval) {
        actor.end(parameters);
        critics.end(parameters);
    }

    @Override
    protected final void addTo(Map<String, Double> metrics, long interval) {
        averages.addTo(metrics);
        averages.clear();
        addTo(metrics);
        rewards.addTo(metrics);
        metrics.put("grad_norm", norm);
        norm = 0;
        metrics.put("learning_rate", actor.rate(interval));
    }

    /** Adds metrics of the subclass to the averages. */
    protected void addTo(Map<String, Double> metrics) {}

    /** Makes one step of the critics from the gradients of all batches. */
    protected final void stepCritics(long interval) {
        norm = critics.step(interval);
        for (B batch : batches) {
            averages.add(0, batch.loss().loss());
            averages.add(1, batch.loss().meanValue());
        }
    }

    protected final void addActorLoss(double loss, long interval) {
        averages.add(2, FiniteCheck.check("the actor's loss", loss, interval));
    }

    /** Ends an update: sets the priorities of its transitions. */
    protected final void endUpdate() {
        loop.learnt(i -> batches.get(i).loss().errors());
    }

    /** Hashes the sampled transitions and the critics' targets. */
    @Override
    public void digest(BitHasher hasher) {
        super.digest(hasher);
        critics.digest(hasher);
        rewards.digest(hasher);
    }

    @Override
    public void close() {
        actor.close();
    }

    /**
     * Metrics of an interval's updates. Each is a mean over the updates that report it; NaN without any. One thread.
     */
    static final class MetricMeans {
        private final String[] names;
        private final double[] sums;
        private final long[] counts;

        /** @param names names of the metrics, in their order */
        public MetricMeans(String... names) {
            this.names = names.clone();
            this.sums = new double[names.length];
            this.counts = new long[names.length];
        }

        /** Clears all values. */
        public void clear() {
            Arrays.fill(sums, 0);
            Arrays.fill(counts, 0);
        }

        /** @param figure index of the metric's name */
        public void add(int figure, double value) {
            sums[figure] += value;
            counts[figure]++;
        }

        public void addTo(Map<String, Double> metrics) {
            for (int i = 0; i < names.length; i++) {
                metrics.put(names[i], counts[i] == 0 ? Double.NaN : sums[i] / counts[i]);
            }
        }
    }
}
