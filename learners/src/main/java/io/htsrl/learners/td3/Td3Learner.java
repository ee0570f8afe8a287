package io.htsrl.learners.td3;

import io.htsrl.core.policy.Deterministic;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.random.RandomStream;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.offpolicy.Averages;
import io.htsrl.learners.offpolicy.LearntActor;
import io.htsrl.learners.offpolicy.LearntCritics;
import io.htsrl.learners.offpolicy.LeastValueLoss;
import io.htsrl.learners.offpolicy.PolyakTargets;
import io.htsrl.learners.offpolicy.ReplayLoop;
import io.htsrl.learners.optim.Finite;
import io.htsrl.policies.acting.JointPolicy;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.Tensor;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * TD3 (Fujimoto et al. 2018, Algorithm 1), and DDPG (Lillicrap et al. 2016). A bank is remembered first, in (step,
 * environment) order; then as many updates are made as are due, from φ_k to φ_{k+1}. The details are numbered in {@code
 * docs/td3.md}.
 */
final class Td3Learner implements Learner {
    /** Places of the figures. */
    private static final int CRITIC_LOSS = 0;

    private static final int VALUES = 1;
    private static final int ACTOR_LOSS = 2;

    private final DeterministicConfig config;
    private final Deterministic head;
    private final ReplayLoop loop;
    private final LearntActor actor;
    private final PolyakTargets actorTargets;
    private final GradientNetwork targetActor;
    private final LearntCritics critics;
    private final LeastValueLoss loss;
    private final RandomStream noise;
    private final ObservationBatch observations;
    private final float[] rows;
    private final float[] actions;
    private final float[] values;
    private final float[] nextValues;
    private final double[] noBonus;
    private final float[] valueGradient;
    private final float[] actionGradient;
    private final float[] rowGradient;
    private final Averages averages = new Averages("critic_loss", "q_values", "actor_loss");
    private double norm;

    Td3Learner(DeterministicConfig config, LearnerInputs inputs) {
        JointPolicy policy = (JointPolicy) inputs.policy();
        int batch = config.replay().batchSize();
        this.config = config;
        this.head = (Deterministic) config.head(inputs.actions());
        this.loop = ReplayLoop.of(config, inputs);
        this.actor = LearntActor.of(config, inputs);
        this.actorTargets = new PolyakTargets(
                Tensor.moved(policy.actor().tensors(), "actor", 0),
                config.learning().tau(),
                inputs.team());
        this.targetActor = inputs.network(batch);
        this.critics = LearntCritics.of(config, inputs);
        this.loss =
                new LeastValueLoss(batch, config.critics(), config.learning().criticLossCoef());
        this.noise = inputs.stream().spawn("noise");
        this.observations = new ObservationBatch(batch);
        this.rows = new float[batch * policy.outputWidth()];
        this.actions = new float[batch * head.actionWidth()];
        this.values = new float[config.critics() * batch];
        this.nextValues = new float[values.length];
        this.noBonus = new double[batch];
        this.valueGradient = new float[batch];
        this.actionGradient = new float[actions.length];
        this.rowGradient = new float[rows.length];
    }

    @Override
    public Map<String, Double> update(StorageBank bank, float[] behaviour, float[] parameters, long update) {
        int due = loop.append(bank, behaviour, update);
        averages.clear();
        norm = 0;
        actor.begin(parameters);
        critics.begin(parameters, update == 0);
        if (update == 0) {
            actorTargets.copy(actor.parameters());
        }
        targetActor.loadParameters(actorTargets.values());
        for (int i = 0; i < due; i++) {
            learn(update);
        }
        actor.end(parameters);
        critics.end(parameters);
        Map<String, Double> figures = new LinkedHashMap<>();
        averages.addTo(figures);
        figures.put("grad_norm", norm);
        figures.put("learning_rate", actor.rate(update));
        loop.addTo(figures);
        return figures;
    }

    /** One update of one batch. */
    private void learn(long interval) {
        ReplayBatch batch = loop.draw();
        learnCritics(batch, interval);
        if ((loop.updates() + 1) % config.learning().policyFrequency() == 0) {
            learnActor(interval);
            critics.follow();
            actorTargets.follow(actor.parameters());
            targetActor.loadParameters(actorTargets.values());
        }
        loop.learnt(loss.errors());
    }

    private void learnCritics(ReplayBatch batch, long interval) {
        batch.bindNextObservations(observations);
        targetActor.forward(observations, rows);
        act();
        smooth(noise.spawn(loop.updates()));
        critics.forwardTargets(observations, actions, nextValues);
        batch.bindObservations(observations);
        critics.forward(observations, batch.actions(), config.critics(), values);
        norm = critics.learn(loss.gradient(batch, nextValues, noBonus, values, interval), interval);
        averages.add(CRITIC_LOSS, loss.loss());
        averages.add(VALUES, loss.meanValue());
    }

    /** From output rows to actions. */
    private void act() {
        for (int row = 0; row < observations.rows(); row++) {
            head.mode(rows, row * head.outputs(), actions, row * head.actionWidth());
        }
    }

    /** Target policy smoothing (Fujimoto et al. 2018, Eq. 14). */
    private void smooth(RandomStream draws) {
        if (config.policyNoise() == 0) {
            return;
        }
        for (int row = 0; row < observations.rows(); row++) {
            for (int j = 0; j < head.actionWidth(); j++) {
                int at = row * head.actionWidth() + j;
                double drawn = clamp(config.policyNoise() * draws.normal(row, j), config.noiseClip());
                actions[at] = (float) clamp(actions[at] + drawn, 1);
            }
        }
    }

    private static double clamp(double value, double bound) {
        return Math.min(Math.max(value, -bound), bound);
    }

    /** Up the first critic; the batch's observations are bound. */
    private void learnActor(long interval) {
        int size = observations.rows();
        actor.forward(observations, rows);
        act();
        critics.forward(observations, actions, 1, values);
        double sum = 0;
        for (int row = 0; row < size; row++) {
            sum += values[row];
            valueGradient[row] = -1f / size;
        }
        critics.actionGradient(valueGradient, actionGradient);
        for (int row = 0; row < size; row++) {
            int action = row * head.actionWidth();
            head.gradient(actions, action, actionGradient, action, rowGradient, row * head.outputs());
        }
        actor.learn(rowGradient, interval);
        averages.add(ACTOR_LOSS, Finite.check("the actor's loss", -sum / size, interval));
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
        actorTargets.digest(hasher);
    }

    @Override
    public void save(DataOutput out) throws IOException {
        loop.save(out);
        actor.save(out);
        actorTargets.save(out);
        critics.save(out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        loop.restore(in);
        actor.restore(in);
        actorTargets.restore(in);
        critics.restore(in);
    }

    @Override
    public long stateBytes() {
        return loop.stateBytes()
                + actor.stateBytes()
                + critics.stateBytes()
                + (long) Float.BYTES * actor.parameters().length;
    }

    @Override
    public void close() {
        actor.close();
        targetActor.close();
    }
}
