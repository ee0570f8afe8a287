package io.htsrl.learners.offpolicy;

import io.htsrl.core.policy.SquashedDraw;
import io.htsrl.core.policy.SquashedGaussian;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.work.Phase;
import io.htsrl.core.work.Team;
import java.util.Arrays;

/**
 * Actions of a minibatch's output rows, drawn by row and dimension, with their log-probabilities and the way back to the
 * rows. One caller at a time; what is returned is valid until the next {@link #draw}.
 */
final class SquashedRows {
    /** Rows of one unit of a team's work. */
    private static final int BLOCK = 32;

    private final int width;
    private final int actionWidth;
    private final double shift;
    private final SquashedDraw[] draws;
    private final float[] actions;
    private final double[] logProbabilities;
    private final float[] gradient;
    private final Team team;
    private final Phase drawing;
    private final Phase returning;
    // the call under way
    private float[] source;
    private RandomStream stream;
    private double ofLogProbability;

    /**
     * @param shift added to every log-probability
     * @param team  that shares the rows
     */
    SquashedRows(SquashedGaussian head, int rows, double shift, Team team) {
        this.width = head.outputs();
        this.actionWidth = head.actionWidth();
        this.shift = shift;
        this.draws = new SquashedDraw[rows];
        Arrays.setAll(draws, row -> head.newDraw());
        this.actions = new float[rows * actionWidth];
        this.logProbabilities = new double[rows];
        this.gradient = new float[rows * width];
        this.team = team;
        this.drawing = Phase.ofBlocks(() -> rows, BLOCK, (from, to, lane) -> drawRows(from, to));
        this.returning = Phase.ofBlocks(() -> rows, BLOCK, (from, to, lane) -> goBack(from, to));
    }

    /** Draws an action for each output row. */
    void draw(float[] outputs, RandomStream newStream) {
        source = outputs;
        stream = newStream;
        team.run(drawing);
    }

    private void drawRows(int from, int to) {
        for (int row = from; row < to; row++) {
            draws[row].draw(source, row * width, stream, row, actions, row * actionWidth);
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
        source = ofActions;
        ofLogProbability = alpha / draws.length;
        team.run(returning);
        return gradient;
    }

    private void goBack(int from, int to) {
        for (int row = from; row < to; row++) {
            draws[row].gradient(source, row * actionWidth, ofLogProbability, gradient, row * width);
        }
    }
}
