package io.htsrl.learners.offpolicy;

import io.htsrl.learners.LearnerInputs;

/** Batch of an update of {@link SoftLearner}. One thread at a time. */
abstract class SoftBatch extends CriticBatch {
    /** Entropy bonus of each row's next state. */
    protected final double[] bonus;

    SoftBatch(int number, int size, LearnerInputs inputs, SoftLearner learner, CriticLoss loss) {
        super(number, size, inputs, learner, loss);
        this.bonus = new double[size];
    }

    /** Draws transitions, and computes the current actor's actions for their next observations. */
    abstract void begin();

    /**
     * Computes the current actor's actions for the observations.
     *
     * @param index index of this draw within the update
     */
    abstract void drawActions(int index);

    abstract void descendCritics(double alpha, long interval);

    /** Computes the actor's gradient from the last {@link #drawActions}, which belong to its last forward. */
    abstract void descendActor(double alpha);

    /** Returns the mean value of the actions in the last {@link #descendActor}. */
    abstract double ascended();

    /** Returns the mean of ln π of the last {@link #drawActions}. */
    abstract double meanLogProbability();
}
