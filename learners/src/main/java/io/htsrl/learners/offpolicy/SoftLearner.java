package io.htsrl.learners.offpolicy;

import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.work.Phase;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.optim.Finite;
import io.htsrl.policies.acting.JointPolicy;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.RolloutSink;
import io.htsrl.storage.StorageBank;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Soft actor-critic (Haarnoja et al. 2018a, 2018b), whatever the critics' loss: SAC, and TQC. A bank is remembered first,
 * in (step, environment) order; then as many updates are made as are due, from φ_k to φ_{k+1}. The details are numbered
 * in {@code docs/sac.md}.
 */
public final class SoftLearner implements Learner {
    /** Places of the figures. */
    private static final int CRITIC_LOSS = 0;

    private static final int VALUES = 1;
    private static final int ACTOR_LOSS = 2;
    private static final int ENTROPY = 3;

    private final SoftConfig config;
    private final LearnerInputs inputs;
    private final CriticLoss.Maker losses;
    private final ReplayLoop loop;
    private final LearntActor actor;
    private final LearntCritics critics;
    private final Temperature temperature;
    private final SoftBatch[] batches;
    private final BatchTeam team;
    private final Phase beginning;
    private final Phase drawing;
    private final Phase descendingCritics;
    private final Phase descendingActor;
    private final Averages averages = new Averages("critic_loss", "q_values", "actor_loss", "entropy");
    private double norm;
    private int batchSize;
    // the phase under way
    private double alphaOfLoss;
    private int drawOfUpdate;
    private long intervalOfUpdate;

    /** @param losses of the critics */
    public SoftLearner(SoftConfig config, LearnerInputs inputs, CriticLoss.Maker losses) {
        JointPolicy policy = (JointPolicy) inputs.policy();
        EntropySettings entropy = config.entropy();
        this.config = config;
        this.inputs = inputs;
        this.losses = losses;
        this.loop = ReplayLoop.of(config, inputs);
        this.actor = LearntActor.of(config, inputs);
        this.critics = LearntCritics.of(config, inputs);
        this.temperature = new Temperature(
                entropy.autotune(),
                entropy.wantedEntropy(inputs.actions()),
                entropy.alphaLoss(),
                config.criticOptimizer(),
                policy.othersOffset(),
                inputs.intervals());
        this.team = config.replay().team(inputs.team());
        this.batches = new SoftBatch[team.batches()];
        makeBatches();
        this.beginning = team.each(i -> batches[i].begin());
        this.drawing = team.each(i -> batches[i].drawActions(drawOfUpdate));
        this.descendingCritics = team.each(i -> batches[i].descendCritics(alphaOfLoss, intervalOfUpdate));
        this.descendingActor = team.each(i -> batches[i].descendActor(alphaOfLoss));
    }

    private void makeBatches() {
        batchSize = loop.batchSize();
        Arrays.setAll(
                batches,
                i -> new SoftBatch(
                        i, batchSize, config, inputs, loop, actor, critics, losses.make(batchSize, team.within())));
    }

    /** Batches have grown. */
    private void resize() {
        actor.moveInto(config.replay().networks(inputs, loop.batchSize()));
        critics.resize(loop.batchSize());
        makeBatches();
    }

    @Override
    public RolloutSink rollouts(PipelineConfig pipeline, RunControl control) {
        return loop.inserted(config, pipeline, control);
    }

    @Override
    public Map<String, Double> update(StorageBank bank, float[] behaviour, float[] parameters, long update) {
        int due = loop.append(bank, behaviour, update);
        if (loop.batchSize() != batchSize) {
            resize();
        }
        averages.clear();
        norm = 0;
        actor.begin(parameters);
        critics.begin(parameters, update == 0);
        temperature.begin(parameters);
        for (int i = 0; i < due && loop.begin(); i++) {
            learn(update);
        }
        actor.end(parameters);
        critics.end(parameters);
        temperature.end(parameters);
        Map<String, Double> figures = new LinkedHashMap<>();
        averages.addTo(figures);
        figures.put("alpha", temperature.alpha());
        figures.put("grad_norm", norm);
        figures.put("learning_rate", actor.rate(update));
        loop.addTo(figures);
        return figures;
    }

    /** One update of its batches. */
    private void learn(long interval) {
        double alpha = temperature.alpha();
        intervalOfUpdate = interval;
        team.run(beginning);
        boolean alphaFirst = config.entropy().alphaFirst();
        if (alphaFirst) {
            drawActions(1);
            temperature.learn(meanLogProbability(), interval);
        }
        learnCritics(alpha, interval);
        int frequency = config.learning().policyFrequency();
        for (int i = 0; i < frequency && loop.updates() % frequency == 0; i++) {
            if (!alphaFirst || i > 0) {
                drawActions(1 + 2 * i);
            }
            learnActor(alphaFirst ? alpha : temperature.alpha(), interval);
            if (!alphaFirst && config.entropy().autotune()) {
                drawActions(2 + 2 * i);
                temperature.learn(meanLogProbability(), interval);
            }
        }
        if ((loop.updates() + 1) % config.entropy().targetUpdateInterval() == 0) {
            critics.follow();
        }
        loop.learnt(i -> batches[i].loss().errors());
    }

    private void drawActions(int index) {
        drawOfUpdate = index;
        team.run(drawing);
    }

    /** Of the actions drawn for all batches, in their order. */
    private double meanLogProbability() {
        double sum = 0;
        for (SoftBatch batch : batches) {
            sum += batch.meanLogProbability();
        }
        return sum / batches.length;
    }

    private void learnCritics(double alpha, long interval) {
        alphaOfLoss = alpha;
        team.run(descendingCritics);
        norm = critics.step(interval);
        for (SoftBatch batch : batches) {
            averages.add(CRITIC_LOSS, batch.loss().loss());
            averages.add(VALUES, batch.loss().meanValue());
        }
    }

    /** By the actions drawn. */
    private void learnActor(double alpha, long interval) {
        alphaOfLoss = alpha;
        team.run(descendingActor);
        actor.step(interval);
        for (SoftBatch batch : batches) {
            double actorLoss = alpha * batch.meanLogProbability() - batch.loss().ascended();
            averages.add(ACTOR_LOSS, Finite.check("the actor's loss", actorLoss, interval));
            averages.add(ENTROPY, -batch.meanLogProbability());
        }
    }

    /** What was drawn, and the targets. */
    @Override
    public double[] somePriorities(int most) {
        return loop.somePriorities(most);
    }

    @Override
    public void digest(BitHasher hasher) {
        loop.digest(hasher);
        critics.targets().digest(hasher);
    }

    @Override
    public void save(DataOutput out) throws IOException {
        loop.save(out);
        actor.save(out);
        critics.save(out);
        temperature.save(out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        loop.restore(in);
        actor.restore(in);
        critics.restore(in);
        temperature.restore(in);
    }

    @Override
    public long stateBytes() {
        return loop.stateBytes() + actor.stateBytes() + critics.stateBytes();
    }

    @Override
    public void close() {
        actor.close();
    }
}
