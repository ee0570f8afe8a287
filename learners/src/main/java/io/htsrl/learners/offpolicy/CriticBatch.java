package io.htsrl.learners.offpolicy;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.random.RandomStream;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.statistics.RewardScale;
import io.htsrl.policies.network.GradientNetwork.Statistics;
import io.htsrl.policies.normalize.NormalizedPolicy;
import io.htsrl.policies.normalize.NormalizedRows;
import io.htsrl.replay.ReplayBatch;
import java.util.Arrays;

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

    /** Settings of joint batches; null for critics with targets. */
    private final ActorCritics.JointBatches joint;

    private final long actorPeriod;
    private final long resetEvery;
    private final ObservationBatch both;
    private final float[] bothValues;
    private final float[] bothActions;
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
        this.joint = config.jointBatches().orElse(null);
        this.actorPeriod = config.learning().policyFrequency();
        this.resetEvery = config.replay().resetEvery();
        int most = joint == null ? size : Math.multiplyExact(2, size);
        this.both = new ObservationBatch(joint == null ? 0 : most);
        this.normalized = NormalizedPolicy.rowsOf(inputs.policy().actor(), most).orElse(null);
        this.actor = learner.actor;
        this.critics = learner.critics;
        this.loss = loss;
        this.noise = BatchTeam.stream(inputs.stream().spawn("noise"), number);
        this.observations = new ObservationBatch(size);
        this.rows = new float[size * inputs.policy().outputWidth()];
        this.criticCount = config.critics();
        this.values = new float[criticCount * size * config.criticOutputs(inputs.actions())];
        this.nextValues = new float[values.length];
        this.bothValues = new float[joint == null ? 0 : 2 * values.length];
        this.bothActions = new float[joint == null ? 0 : most * inputs.actions().width()];
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
        if (critics.hasTargets()) {
            nextValues(nextActions);
            critics.backward(number, loss.gradient(batch, nextValues, bonus, values(batch.actions()), interval));
        } else {
            descendBoth(nextActions, bonus, interval);
        }
    }

    /** Computes it from one pass over both states, whose values of the next one count as constants (CrossQ). */
    private void descendBoth(float[] nextActions, double[] bonus, long interval) {
        batch.bindBoth(both);
        int width = nextActions.length;
        System.arraycopy(batch.actions(), 0, bothActions, 0, width);
        System.arraycopy(nextActions, 0, bothActions, width, width);
        Statistics statistics = joint.statistics(updatesSinceReset());
        critics.forwardBoth(number, criticInputs(both), bothActions, statistics, bothValues);
        int part = values.length / criticCount;
        for (int critic = 0; critic < criticCount; critic++) {
            System.arraycopy(bothValues, 2 * critic * part, values, critic * part, part);
            System.arraycopy(bothValues, (2 * critic + 1) * part, nextValues, critic * part, part);
        }
        float[] gradient = loss.gradient(batch, nextValues, bonus, values, interval);
        Arrays.fill(bothValues, 0);
        for (int critic = 0; critic < criticCount; critic++) {
            System.arraycopy(gradient, critic * part, bothValues, 2 * critic * part, part);
        }
        critics.backward(number, bothValues);
    }

    /** Returns the statistics by which the actor normalises the batch whose gradient it makes. */
    protected final Statistics actorStatistics() {
        return joint == null ? Statistics.RUNNING : joint.statistics(updatesSinceReset() / actorPeriod);
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

    /**
     * Returns the bound observations as the critics read them: normalised by the statistics of φ_k, where actors do.
     */
    protected final ObservationBatch criticInputs() {
        return criticInputs(observations);
    }

    private ObservationBatch criticInputs(ObservationBatch of) {
        return normalized == null ? of : normalized.of(actor.parameters(), of, 0, of.rows());
    }

    private long updatesSinceReset() {
        return resetEvery == 0 ? loop.updates() : loop.updates() % resetEvery;
    }

    protected final CriticLoss loss() {
        return loss;
    }
}
