package io.htsrl.learners.offpolicy;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.math.DeterministicMath;
import io.htsrl.core.policy.OutputRow;
import io.htsrl.learners.LearnerInputs;
import java.util.Arrays;

/**
 * Batch of discrete actions (Christodoulou 2019): expectations over all actions instead of draws, from critics with a
 * value for each action. Forbidden actions have probability 0. Sums in double, row after row. One thread at a time.
 */
final class ExpectedBatch extends SoftBatch {
    private static final float[] NO_ACTIONS = {};

    private final int size;
    private final int count;
    private final int criticCount;
    private final Softmax next;
    private final Softmax policy;
    private final float[] none; // next values: all in the bonus
    private final float[] taken;
    private final float[] valueGradient;
    private final float[] gradient;
    private double ascended;

    ExpectedBatch(int number, int size, SoftConfig config, LearnerInputs inputs, SoftLearner learner, CriticLoss loss) {
        super(number, size, inputs, learner, loss);
        this.size = size;
        this.count = ((ActionSpace.Discrete) inputs.actions()).count();
        this.criticCount = config.critics();
        this.next = new Softmax(size * count);
        this.policy = new Softmax(size * count);
        this.none = new float[criticCount * size];
        this.taken = new float[criticCount * size];
        this.valueGradient = new float[values.length];
        this.gradient = new float[size * count];
    }

    @Override
    void begin() {
        draw();
        actor.forward(number, observations, rows);
        next.read();
        bindObservations();
    }

    @Override
    void drawActions(int index) {
        actor.forward(number, observations, rows);
        policy.read();
    }

    @Override
    void descendCritics(double alpha, long interval) {
        float[] nextValues = nextValues(NO_ACTIONS);
        for (int row = 0; row < size; row++) {
            bonus[row] = -next.loss(row, alpha, nextValues);
        }
        float[] all = values(NO_ACTIONS);
        for (int i = 0; i < taken.length; i++) {
            taken[i] = all[index(i)];
        }
        float[] ofTaken = loss.gradient(batch, none, bonus, taken, interval);
        Arrays.fill(valueGradient, 0);
        for (int i = 0; i < taken.length; i++) {
            valueGradient[index(i)] = ofTaken[i];
        }
        critics.backward(number, valueGradient);
    }

    /** Returns the index of a taken action's value among those of all actions. */
    private int index(int taken) {
        return taken * count + (int) batch.actions()[taken % size];
    }

    @Override
    void descendActor(double alpha) {
        float[] all = values(NO_ACTIONS);
        ascended = 0;
        for (int row = 0; row < size; row++) {
            double mean = policy.loss(row, alpha, all);
            for (int i = row * count; i < (row + 1) * count; i++) {
                double value = least(all, i);
                gradient[i] =
                        (float) (policy.probabilities[i] * (alpha * policy.logProbabilities[i] - value - mean) / size);
                ascended += policy.probabilities[i] * value / size;
            }
        }
        actor.backward(number, gradient);
    }

    /** Returns the least value of an action, by its index among a critic's; NaN where one is NaN. */
    private double least(float[] all, int index) {
        double least = all[index];
        for (int critic = 1; critic < criticCount; critic++) {
            least = Math.min(least, all[critic * size * count + index]);
        }
        return least;
    }

    @Override
    double ascended() {
        return ascended;
    }

    @Override
    double meanLogProbability() {
        double sum = 0;
        for (int i = 0; i < size * count; i++) {
            sum += policy.probabilities[i] * policy.logProbabilities[i];
        }
        return sum / size;
    }

    /** Probabilities of all actions, {@code [rows][actions]}. */
    private final class Softmax {
        private final double[] probabilities;
        private final double[] logProbabilities;

        Softmax(int length) {
            this.probabilities = new double[length];
            this.logProbabilities = new double[length];
        }

        /** Reads the actor's output rows. */
        void read() {
            for (int at = 0; at < probabilities.length; at += count) {
                double greatest = OutputRow.greatest(rows, at, count);
                double sum = OutputRow.weights(rows, at, count, greatest);
                double logSum = DeterministicMath.log(sum);
                for (int i = at; i < at + count; i++) {
                    probabilities[i] = OutputRow.weight(rows[i], greatest) / sum;
                    logProbabilities[i] = rows[i] - greatest - logSum;
                }
            }
        }

        /** Returns {@code Σ π (α ln π - min Q)} of a row. */
        double loss(int row, double alpha, float[] all) {
            double sum = 0;
            for (int i = row * count; i < (row + 1) * count; i++) {
                sum += probabilities[i] * (alpha * logProbabilities[i] - least(all, i));
            }
            return sum;
        }
    }
}
