package io.htsrl.learners.offpolicy;

import io.htsrl.core.policy.SquashedGaussian;
import io.htsrl.core.policy.SquashedGaussian.SquashedDraw;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.work.Phase;
import io.htsrl.core.work.Team;
import io.htsrl.learners.LearnerInputs;
import java.util.Arrays;

/** Batch of actions drawn from squashed Gaussians. One thread at a time. */
final class SquashedBatch extends SoftBatch {
    private final SquashedRows nextDraw;
    private final SquashedRows draw;
    private RandomStream draws;

    SquashedBatch(int number, int size, SoftConfig config, LearnerInputs inputs, SoftLearner learner, CriticLoss loss) {
        super(number, size, inputs, learner, loss);
        SquashedGaussian head = (SquashedGaussian) config.head(inputs.actions());
        double shift = config.entropy().logScale(inputs.actions());
        Team within = learner.team.within();
        this.nextDraw = new SquashedRows(head, size, shift, within);
        this.draw = new SquashedRows(head, size, shift, within);
    }

    @Override
    void begin() {
        draws = draw();
        actor.forward(number, observations, rows);
        nextDraw.draw(rows, draws.spawn(0));
        bindObservations();
    }

    @Override
    void drawActions(int index) {
        actor.forward(number, observations, actorStatistics(), rows);
        draw.draw(rows, draws.spawn(index));
    }

    @Override
    void descendCritics(double alpha, long interval) {
        for (int row = 0; row < bonus.length; row++) {
            bonus[row] = -alpha * nextDraw.logProbabilities()[row];
        }
        descendCritics(nextDraw.actions(), bonus, interval);
    }

    @Override
    void descendActor(double alpha) {
        float[] ascent = loss.ascent(values(draw.actions()));
        critics.actionGradient(number, ascent, actionGradient);
        actor.backward(number, draw.gradient(actionGradient, alpha));
    }

    @Override
    double ascended() {
        return loss.ascended();
    }

    @Override
    double meanLogProbability() {
        return draw.meanLogProbability();
    }

    /**
     * Actions drawn from a minibatch's output rows, by row and dimension, with their log-probabilities and the gradient
     * with respect to the rows. One caller at a time; returned arrays are valid until the next {@link #draw}.
     */
    private static final class SquashedRows {
        /** Number of rows in one unit of a team's work. */
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
        // the current call
        private float[] source;
        private RandomStream stream;
        private double ofLogProbability;

        /**
         * @param shift term added to every log-probability
         * @param team team that computes the rows
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
            this.returning = Phase.ofBlocks(() -> rows, BLOCK, (from, to, lane) -> backward(from, to));
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

        /** Returns the actions {@code [rows][actionWidth]}, in [-1, 1]. */
        float[] actions() {
            return actions;
        }

        /** Returns ln π of each row. */
        double[] logProbabilities() {
            return logProbabilities;
        }

        /** Returns the mean of ln π over the rows, summed in their order. */
        double meanLogProbability() {
            double sum = 0;
            for (double logProbability : logProbabilities) {
                sum += logProbability;
            }
            return sum / draws.length;
        }

        /**
         * Computes the gradient with respect to the output rows of {@code alpha · mean(ln π)} plus the scalar whose
         * gradient with respect to the actions is given.
         */
        float[] gradient(float[] ofActions, double alpha) {
            source = ofActions;
            ofLogProbability = alpha / draws.length;
            team.run(returning);
            return gradient;
        }

        private void backward(int from, int to) {
            for (int row = from; row < to; row++) {
                draws[row].gradient(source, row * actionWidth, ofLogProbability, gradient, row * width);
            }
        }
    }
}
