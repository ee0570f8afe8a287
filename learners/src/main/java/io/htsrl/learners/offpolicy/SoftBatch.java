package io.htsrl.learners.offpolicy;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.SquashedGaussian;
import io.htsrl.core.random.RandomStream;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.replay.ReplayBatch;

/**
 * One of the batches of an update of {@link SoftLearner}: what is drawn for it, and what of the losses it computes. One
 * thread at a time; unequal batches meet nowhere but in the learnt networks, which have a pass for each.
 */
final class SoftBatch {
    private final int number;
    private final ReplayLoop loop;
    private final LearntActor actor;
    private final LearntCritics critics;
    private final int criticCount;
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
    // of the update under way
    private ReplayBatch batch;
    private RandomStream draws;

    SoftBatch(
            int number,
            int size,
            SoftConfig config,
            LearnerInputs inputs,
            ReplayLoop loop,
            LearntActor actor,
            LearntCritics critics,
            CriticLoss loss) {
        EntropySettings entropy = config.entropy();
        SquashedGaussian head = entropy.head(inputs.actions());
        BatchTeam team = config.replay().team(inputs.team());
        double shift = entropy.logScale(inputs.actions());
        this.number = number;
        this.loop = loop;
        this.actor = actor;
        this.critics = critics;
        this.criticCount = config.critics();
        this.loss = loss;
        this.noise = BatchTeam.stream(inputs.stream().spawn("noise"), number);
        this.nextDraw = new SquashedRows(head, size, shift, team.within());
        this.draw = new SquashedRows(head, size, shift, team.within());
        this.observations = new ObservationBatch(size);
        this.rows = new float[size * inputs.policy().outputWidth()];
        this.values = new float[config.critics() * size * config.criticOutputs()];
        this.nextValues = new float[values.length];
        this.bonus = new double[size];
        this.actionGradient = new float[size * inputs.actions().width()];
    }

    /** Draws transitions, and actions for their next observations by the actor as it is. */
    void begin() {
        batch = loop.draw(number);
        draws = noise.spawn(loop.updates());
        batch.bindNextObservations(observations);
        actor.forward(number, observations, rows);
        nextDraw.draw(rows, draws.spawn(0));
        batch.bindObservations(observations);
    }

    /**
     * Draws actions for the observations by the actor as it is.
     *
     * @param index of this draw within the update
     */
    void drawActions(int index) {
        actor.forward(number, observations, rows);
        draw.draw(rows, draws.spawn(index));
    }

    /** The critics' gradient, by the actions drawn for the next observations. */
    void descendCritics(double alpha, long interval) {
        batch.bindNextObservations(observations);
        critics.forwardTargets(number, observations, nextDraw.actions(), nextValues);
        for (int row = 0; row < bonus.length; row++) {
            bonus[row] = -alpha * nextDraw.logProbabilities()[row];
        }
        batch.bindObservations(observations);
        critics.forward(number, observations, batch.actions(), criticCount, values);
        critics.backward(number, loss.gradient(batch, nextValues, bonus, values, interval));
    }

    /** The actor's gradient, by the actions drawn, whose forward is its last. */
    void descendActor(double alpha) {
        critics.forward(number, observations, draw.actions(), criticCount, values);
        critics.actionGradient(number, loss.ascent(values), actionGradient);
        actor.backward(number, draw.gradient(actionGradient, alpha));
    }

    CriticLoss loss() {
        return loss;
    }

    /** The mean of ln π of the actions drawn. */
    double meanLogProbability() {
        return draw.meanLogProbability();
    }
}
