package io.htsrl.learners.td3;

import io.htsrl.core.policy.Deterministic;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.random.RandomStream;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.offpolicy.BatchTeam;
import io.htsrl.learners.offpolicy.LearntActor;
import io.htsrl.learners.offpolicy.LearntCritics;
import io.htsrl.learners.offpolicy.LeastValueLoss;
import io.htsrl.learners.offpolicy.ReplayLoop;
import io.htsrl.learners.offpolicy.TargetNetwork;
import io.htsrl.replay.ReplayBatch;

/**
 * One of the batches of an update of {@link Td3Learner}: what is drawn for it, and what of the losses it computes. One
 * thread at a time; unequal batches meet nowhere but in the networks, which have a pass for each.
 */
final class Td3Batch {
    private final int number;
    private final DeterministicConfig config;
    private final Deterministic head;
    private final ReplayLoop loop;
    private final LearntActor actor;
    private final TargetNetwork targetActor;
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
    private double actorLoss;

    Td3Batch(
            int number,
            int size,
            DeterministicConfig config,
            LearnerInputs inputs,
            ReplayLoop loop,
            LearntActor actor,
            TargetNetwork targetActor,
            LearntCritics critics) {
        this.number = number;
        this.config = config;
        this.head = (Deterministic) config.head(inputs.actions());
        this.loop = loop;
        this.actor = actor;
        this.targetActor = targetActor;
        this.critics = critics;
        this.loss = new LeastValueLoss(size, config.critics(), config.learning().criticLossCoef());
        this.noise = BatchTeam.stream(inputs.stream().spawn("noise"), number);
        this.observations = new ObservationBatch(size);
        this.rows = new float[size * inputs.policy().outputWidth()];
        this.actions = new float[size * head.actionWidth()];
        this.values = new float[config.critics() * size];
        this.nextValues = new float[values.length];
        this.noBonus = new double[size];
        this.valueGradient = new float[size];
        this.actionGradient = new float[actions.length];
        this.rowGradient = new float[rows.length];
    }

    /** Draws transitions; the critics' gradient. */
    void descendCritics(long interval) {
        ReplayBatch batch = loop.draw(number);
        batch.bindNextObservations(observations);
        targetActor.forward(number, observations, rows);
        act();
        smooth(noise.spawn(loop.updates()));
        critics.forwardTargets(number, observations, actions, nextValues);
        batch.bindObservations(observations);
        critics.forward(number, observations, batch.actions(), config.critics(), values);
        critics.backward(number, loss.gradient(batch, nextValues, noBonus, values, interval));
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

    /** The actor's gradient, up the first critic; the batch's observations are bound. */
    void descendActor() {
        int size = observations.rows();
        actor.forward(number, observations, rows);
        act();
        critics.forward(number, observations, actions, 1, values);
        double sum = 0;
        for (int row = 0; row < size; row++) {
            sum += values[row];
            valueGradient[row] = -1f / size;
        }
        critics.actionGradient(number, valueGradient, actionGradient);
        for (int row = 0; row < size; row++) {
            int action = row * head.actionWidth();
            head.gradient(actions, action, actionGradient, action, rowGradient, row * head.outputs());
        }
        actor.backward(number, rowGradient);
        actorLoss = -sum / size;
    }

    LeastValueLoss loss() {
        return loss;
    }

    /** The loss of the last {@link #descendActor}. */
    double actorLoss() {
        return actorLoss;
    }
}
