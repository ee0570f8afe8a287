package io.htsrl.learners.offpolicy;

import io.htsrl.core.policy.SquashedDraw;
import io.htsrl.core.policy.SquashedGaussian;
import io.htsrl.core.random.RandomStream;
import java.util.Arrays;

/**
 * Actions of a minibatch's output rows, drawn by row and dimension, with their log-probabilities and the way back to the
 * rows. One thread; what is returned is valid until the next {@link #draw}.
 */
final class SquashedRows {
    private final int width;
    private final int actionWidth;
    private final double shift;
    private final SquashedDraw[] draws;
    private final float[] actions;
    private final double[] logProbabilities;
    private final float[] gradient;

    /** @param shift added to every log-probability */
    SquashedRows(SquashedGaussian head, int rows, double shift) {
        this.width = head.outputs();
        this.actionWidth = head.actionWidth();
        this.shift = shift;
        this.draws = new SquashedDraw[rows];
        Arrays.setAll(draws, row -> head.newDraw());
        this.actions = new float[rows * actionWidth];
        this.logProbabilities = new double[rows];
        this.gradient = new float[rows * width];
    }

    /** Draws an action for each output row. */
    void draw(float[] outputs, RandomStream stream) {
        for (int row = 0; row < draws.length; row++) {
            draws[row].draw(outputs, row * width, stream, row, actions, row * actionWidth);
            logProbabilities[row] = draws[row].logProbability() + shift;
        }
    }

    /** {@code [rows][actionWidth]}, in [-1, 1]. */
    float[] actions() {
        return actions;
    }

    /** ln π of each row. */
    double[] logProbabilities() {
        return logProbabilities;
    }

    /** The mean of ln π over the rows, in their order. */
    double meanLogProbability() {
        double sum = 0;
        for (double logProbability : logProbabilities) {
            sum += logProbability;
        }
        return sum / draws.length;
    }

    /**
     * The gradient with respect to the output rows of {@code alpha · mean(ln π)} and of what gives the actions a gradient.
     */
    float[] gradient(float[] ofActions, double alpha) {
        for (int row = 0; row < draws.length; row++) {
            draws[row].gradient(ofActions, row * actionWidth, alpha / draws.length, gradient, row * width);
        }
        return gradient;
    }
}
