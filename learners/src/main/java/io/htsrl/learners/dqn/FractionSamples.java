package io.htsrl.learners.dqn;

import io.htsrl.core.policy.ImplicitQuantiles;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.random.RandomStream;

/**
 * Fractions τ of a batch's passes through an implicit quantile network: N drawn ones of each learnt row, N' of each
 * target, and K fixed ones, those of the actors, by which an action is chosen. One thread.
 */
final class FractionSamples {
    private final ImplicitQuantiles counts;
    private final float[] learnt; // [rows][N], as the two below
    private final float[] ofTargets;
    private final float[] fixed;

    /** @param rows the greatest number of rows of a batch */
    FractionSamples(ImplicitQuantiles counts, int rows) {
        this.counts = counts;
        learnt = new float[Math.multiplyExact(rows, counts.numTauSamples())];
        ofTargets = new float[Math.multiplyExact(rows, counts.numTauPrimeSamples())];
        fixed = new float[Math.multiplyExact(rows, counts.numQuantileSamples())];
        for (int i = 0; i < fixed.length; i++) {
            fixed[i] = ImplicitQuantiles.midpoint(i % counts.numQuantileSamples(), counts.numQuantileSamples());
        }
    }

    /** Draws the fractions of a batch: functions of the stream, the row and the sample. */
    void draw(RandomStream stream) {
        draw(stream.spawn("learned"), learnt, counts.numTauSamples());
        draw(stream.spawn("target"), ofTargets, counts.numTauPrimeSamples());
    }

    private static void draw(RandomStream stream, float[] fractions, int ofRow) {
        for (int i = 0; i < fractions.length; i++) {
            fractions[i] = (float) stream.uniform(i / ofRow, i % ofRow);
        }
    }

    ImplicitQuantiles counts() {
        return counts;
    }

    /** Sets the fractions of the values by which the next action is chosen. */
    void choose(ObservationBatch batch) {
        batch.fractions(fixed, counts.numQuantileSamples());
    }

    /** Sets the fractions of the targets. */
    void value(ObservationBatch batch) {
        batch.fractions(ofTargets, counts.numTauPrimeSamples());
    }

    /** Sets the fractions of the learnt returns. */
    void learn(ObservationBatch batch) {
        batch.fractions(learnt, counts.numTauSamples());
    }

    /** Gives a loss the fractions of a learnt row. */
    void learn(DistributionLoss loss, int row) {
        loss.fractions(learnt, row * counts.numTauSamples());
    }
}
