package io.htsrl.learners.offpolicy;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.random.RandomStream;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.replay.ReplayBatch;

/**
 * Batch of an update of an {@link ActorCriticReplayLearner}: the transitions and actions drawn for it, and its part of
 * the losses. One thread at a time. Different batches share only the learnt networks, which have separate passes for
 * each batch.
 */
public abstract class CriticBatch {
    protected final int number;
    protected final LearnedActor actor;
    protected final LearnedCritics critics;
    protected final CriticLoss loss;
    protected final RandomStream noise;
    protected final ObservationBatch observations;
    protected final float[] rows;
    protected final float[] values;
    protected final float[] actionGradient;
    private final ReplayLoop loop;
    private final int criticCount;
    private final float[] nextValues;
    private ReplayBatch batch;

    /** @param size transitions of the batch */
    protected CriticBatch(
            int number, int size, LearnerInputs inputs, ActorCriticReplayLearner<?> learner, CriticLoss loss) {
        ActorCritics config = learner.config;
        this.number = number;
        this.loop = learner.loop;
        this.actor = learner.actor;
        this.critics = learner.critics;
        this.loss = loss;
        this.noise = BatchTeam.stream(inputs.stream().spawn("noise"), number);
        this.observations = new ObservationBatch(size);
        this.rows = new float[size * inputs.policy().outputWidth()];
        this.criticCount = config.critics();
        this.values = new float[criticCount * size * config.criticOutputs()];
        this.nextValues = new float[values.length];
        this.actionGradient = new float[size * inputs.actions().width()];
    }

    /** Draws transitions and binds their next observations; returns the random stream of the update's noise. */
    protected final RandomStream draw() {
        batch = loop.draw(number);
        batch.bindNextObservations(observations);
        return noise.spawn(loop.updates());
    }

    protected final void bindObservations() {
        batch.bindObservations(observations);
    }

    /** Computes the critics' gradient, from the actions drawn for the next observations. */
    protected final void descendCritics(float[] nextActions, double[] bonus, long interval) {
        batch.bindNextObservations(observations);
        critics.forwardTargets(number, observations, nextActions, nextValues);
        batch.bindObservations(observations);
        critics.forward(number, observations, batch.actions(), criticCount, values);
        critics.backward(number, loss.gradient(batch, nextValues, bonus, values, interval));
    }

    /** Computes the values of these actions for the bound observations, by all critics. */
    protected final float[] values(float[] actions) {
        critics.forward(number, observations, actions, criticCount, values);
        return values;
    }

    protected final CriticLoss loss() {
        return loss;
    }
}
