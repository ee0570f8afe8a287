package io.htsrl.learners.offpolicy;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.random.RandomStream;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.statistics.RewardScale;
import io.htsrl.policies.normalize.NormalizedPolicy;
import io.htsrl.policies.normalize.NormalizedRows;
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
    private final RewardScale rewards;
    /** Rows of the critics; null where they read observations as they are. */
    private final NormalizedRows normalized;

    private final int criticCount;
    private final float[] nextValues;
    protected ReplayBatch batch;

    /** @param size transitions of the batch */
    protected CriticBatch(
            int number, int size, LearnerInputs inputs, ActorCriticReplayLearner<?> learner, CriticLoss loss) {
        ActorCritics config = learner.config;
        this.number = number;
        this.loop = learner.loop;
        this.rewards = learner.rewards;
        this.normalized = NormalizedPolicy.rowsOf(inputs.policy().actor(), size).orElse(null);
        this.actor = learner.actor;
        this.critics = learner.critics;
        this.loss = loss;
        this.noise = BatchTeam.stream(inputs.stream().spawn("noise"), number);
        this.observations = new ObservationBatch(size);
        this.rows = new float[size * inputs.policy().outputWidth()];
        this.criticCount = config.critics();
        this.values = new float[criticCount * size * config.criticOutputs(inputs.actions())];
        this.nextValues = new float[values.length];
        this.actionGradient = new float[size * inputs.actions().width()];
    }

    /** Draws transitions and binds their next observations; returns the random stream of the update's noise. */
    protected final RandomStream draw() {
        batch = loop.draw(number);
        rewards.apply(batch.returns());
        batch.bindNextObservations(observations);
        return noise.spawn(loop.updates());
    }

    protected final void bindObservations() {
        batch.bindObservations(observations);
    }

    /** Computes the critics' gradient, from the actions drawn for the next observations. */
    protected final void descendCritics(float[] nextActions, double[] bonus, long interval) {
        nextValues(nextActions);
        critics.backward(number, loss.gradient(batch, nextValues, bonus, values(batch.actions()), interval));
    }

    /** Computes the targets' values of these actions for the next observations; binds the observations. */
    protected final float[] nextValues(float[] nextActions) {
        batch.bindNextObservations(observations);
        critics.forwardTargets(number, criticInputs(), nextActions, nextValues);
        batch.bindObservations(observations);
        return nextValues;
    }

    /** Computes the values of these actions for the bound observations, by all critics. */
    protected final float[] values(float[] actions) {
        critics.forward(number, criticInputs(), actions, criticCount, values);
        return values;
    }

    /** Returns the bound observations as the critics read them: normalised by the statistics of φ_k, where actors do. */
    protected final ObservationBatch criticInputs() {
        return normalized == null
                ? observations
                : normalized.of(actor.parameters(), observations, 0, observations.rows());
    }

    protected final CriticLoss loss() {
        return loss;
    }
}
