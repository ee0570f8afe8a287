package io.htsrl.learners.offpolicy;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.random.RandomStream;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.optim.Finite;
import io.htsrl.policies.acting.JointPolicy;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
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
    private final ReplayLoop loop;
    private final LearntActor actor;
    private final LearntCritics critics;
    private final Temperature temperature;
    private final CriticLoss loss;
    private final RandomStream noise;
    private final SquashedRows nextDraw;
    private final SquashedRows draw;
    private final ObservationBatch observations;
    private final float[] rows;
    private final float[] values;
    private final float[] nextValues;
    private final double[] bonus;
    private final float[] actionGradient;
    private final Averages averages = new Averages("critic_loss", "q_values", "actor_loss", "entropy");
    private double norm;

    /** @param loss for minibatches of {@code config}, and its critics */
    public SoftLearner(SoftConfig config, LearnerInputs inputs, CriticLoss loss) {
        JointPolicy policy = (JointPolicy) inputs.policy();
        EntropySettings entropy = config.entropy();
        int batch = config.replay().batchSize();
        this.config = config;
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
        this.loss = loss;
        this.noise = inputs.stream().spawn("noise");
        double shift = entropy.logScale(inputs.actions());
        this.nextDraw = new SquashedRows(entropy.head(inputs.actions()), batch, shift, inputs.team());
        this.draw = new SquashedRows(entropy.head(inputs.actions()), batch, shift, inputs.team());
        this.observations = new ObservationBatch(batch);
        this.rows = new float[batch * policy.outputWidth()];
        this.values = new float[config.critics() * batch * config.criticOutputs()];
        this.nextValues = new float[values.length];
        this.bonus = new double[batch];
        this.actionGradient = new float[batch * inputs.actions().width()];
    }

    @Override
    public Map<String, Double> update(StorageBank bank, float[] behaviour, float[] parameters, long update) {
        int due = loop.append(bank, behaviour, update);
        averages.clear();
        norm = 0;
        actor.begin(parameters);
        critics.begin(parameters, update == 0);
        temperature.begin(parameters);
        for (int i = 0; i < due; i++) {
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

    /** One update of one batch. */
    private void learn(long interval) {
        ReplayBatch batch = loop.draw();
        RandomStream draws = noise.spawn(loop.updates());
        double alpha = temperature.alpha();
        batch.bindNextObservations(observations);
        actor.forward(observations, rows);
        nextDraw.draw(rows, draws.spawn(0));
        batch.bindObservations(observations);
        boolean alphaFirst = config.entropy().alphaFirst();
        if (alphaFirst) {
            drawActions(draws.spawn(1));
            temperature.learn(draw.meanLogProbability(), interval);
        }
        learnCritics(batch, alpha, interval);
        int frequency = config.learning().policyFrequency();
        for (int i = 0; i < frequency && loop.updates() % frequency == 0; i++) {
            if (!alphaFirst || i > 0) {
                drawActions(draws.spawn(1 + 2 * i));
            }
            learnActor(alphaFirst ? alpha : temperature.alpha(), interval);
            if (!alphaFirst && config.entropy().autotune()) {
                drawActions(draws.spawn(2 + 2 * i));
                temperature.learn(draw.meanLogProbability(), interval);
            }
        }
        if ((loop.updates() + 1) % config.entropy().targetUpdateInterval() == 0) {
            critics.follow();
        }
        loop.learnt(loss.errors());
    }

    /** Of the actor as it is, for the batch's observations, which are bound. */
    private void drawActions(RandomStream draws) {
        actor.forward(observations, rows);
        draw.draw(rows, draws);
    }

    /** By the actions drawn for the next observations. */
    private void learnCritics(ReplayBatch batch, double alpha, long interval) {
        batch.bindNextObservations(observations);
        critics.forwardTargets(observations, nextDraw.actions(), nextValues);
        for (int row = 0; row < bonus.length; row++) {
            bonus[row] = -alpha * nextDraw.logProbabilities()[row];
        }
        batch.bindObservations(observations);
        critics.forward(observations, batch.actions(), config.critics(), values);
        norm = critics.learn(loss.gradient(batch, nextValues, bonus, values, interval), interval);
        averages.add(CRITIC_LOSS, loss.loss());
        averages.add(VALUES, loss.meanValue());
    }

    /** By the actions drawn, whose forward is the actor's last. */
    private void learnActor(double alpha, long interval) {
        critics.forward(observations, draw.actions(), config.critics(), values);
        critics.actionGradient(loss.ascent(values), actionGradient);
        actor.learn(draw.gradient(actionGradient, alpha), interval);
        double actorLoss = alpha * draw.meanLogProbability() - loss.ascended();
        averages.add(ACTOR_LOSS, Finite.check("the actor's loss", actorLoss, interval));
        averages.add(ENTROPY, -draw.meanLogProbability());
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
