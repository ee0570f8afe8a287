package io.htsrl.learners.dqn;

import io.htsrl.core.policy.ImplicitQuantiles;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.random.RandomStream;
import io.htsrl.learners.offpolicy.TargetNetwork;
import io.htsrl.learners.optim.FiniteCheck;
import io.htsrl.learners.values.QRows;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.replay.SequenceRows;
import java.util.Arrays;
import java.util.Map;

/**
 * Loss of one batch of n-step transitions in an update: {@code mean(w · huber(y - Q(s, a)))}, or that of distributions
 * ({@link DistributionLoss}), with the target {@code y = R + discount · Q_target(s', a')}, where a' is the greatest
 * action of the target network, or of the learnt one under double Q-learning. Huber's loss is quadratic up to 1. One
 * thread; metrics are means since the last {@link #addTo}.
 *
 * <p>A batch of sequences (Kapturowski et al. 2019): both networks go from a sequence's stored state through its
 * burn-in and all of its rows; the mean is over the steps that are learnt from; a sequence has one weight and one
 * error, η of the greatest absolute error and the rest of the mean. Values may be rescaled.
 *
 * <p>Targets may be those of Retrace(λ), over a sequence or over the n steps of a transition (a window).
 */
final class TemporalDifference {
    private final int number;
    private final boolean doubleQ;
    private final SequenceSettings sequences;
    private final QRows rows;
    private final DistributionLoss distributions; // null for means
    private final FractionSamples fractions; // null but for implicit distributions
    private final GradientNetwork online;
    private final TargetNetwork target;
    private final float[] outputs;
    private final float[] nextOutputs; // of transitions
    private final float[] nextTargets; // of sequences those of all rows
    private final double[] retraced; // targets of Retrace for all rows; empty without
    private final float[] gradient;
    private final float[] errors;
    private final ObservationBatch observations;
    // the current batch
    private ReplayBatch batch;
    private float[] chooser;
    private double loss;
    private double values;
    // since the last addTo
    private long batches;
    private double lossSum;
    private double valueSum;

    /**
     * @param number number of the batch within its update
     * @param size transitions or sequences of the batch
     */
    TemporalDifference(
            int number, int size, DqnConfig config, QRows rows, GradientNetwork online, TargetNetwork target) {
        this.number = number;
        this.doubleQ = config.doubleQ();
        this.sequences = config.sequences();
        this.rows = rows;
        this.distributions = config.distribution().isUsed() ? new DistributionLoss(rows, sequences) : null;
        this.online = online;
        this.target = target;
        int most = size * sequences.rows(config.replay().nStep());
        ImplicitQuantiles implicit = config.distribution().implicit();
        this.fractions = implicit.areUsed() ? new FractionSamples(implicit, most) : null;
        this.outputs = new float[most * rows.width()];
        this.nextOutputs = sequences.areUsed() ? outputs : new float[most * rows.width()];
        this.nextTargets = new float[most * rows.width()];
        this.retraced = new double[sequences.retraceLambda() > 0 ? most : 0];
        this.gradient = new float[most * rows.width()];
        this.errors = new float[size];
        this.observations = new ObservationBatch(most);
    }

    /** Draws the fractions of the next batch, whose distributions are implicit. */
    void draw(RandomStream stream) {
        fractions.draw(stream);
    }

    /**
     * Computes the gradient with respect to the output rows of the learnt network, whose last forward was over this
     * batch's observations. The gradient and {@link #errors} are valid until the next call.
     */
    float[] gradient(ReplayBatch newBatch, long interval) {
        batch = newBatch;
        chooser = doubleQ || fractions != null ? nextOutputs : nextTargets;
        loss = 0;
        values = 0;
        int count = batch.sequences() == null
                ? ofTransitions()
                : sequences.areUsed() ? ofSequences(batch.sequences()) : ofWindows(batch.sequences());
        lossSum += FiniteCheck.check("the TD loss", loss / count, interval);
        valueSum += values / count;
        batches++;
        return gradient;
    }

    private int ofTransitions() {
        batch.bindNextObservations(observations);
        if (fractions != null) {
            fractions.choose(observations);
        }
        if (doubleQ) {
            online.forward(observations, nextOutputs);
        } else if (fractions != null) {
            target.forward(number, observations, nextOutputs);
        }
        if (fractions != null) {
            fractions.value(observations);
        }
        target.forward(number, observations, nextTargets);
        batch.bindObservations(observations);
        if (fractions != null) {
            fractions.learn(observations);
        }
        online.forward(observations, outputs);
        int size = batch.size();
        for (int row = 0; row < size; row++) {
            errors[row] = (float) error(row, row, batch.weights()[row], size);
        }
        return size;
    }

    /** Values all steps of the windows, and learns the first ones. */
    private int ofWindows(SequenceRows drawn) {
        batch.bindObservations(observations);
        target.forward(number, observations, nextTargets);
        if (doubleQ) {
            online.forward(observations, nextOutputs);
        }
        batch.bindFirstObservations(observations);
        online.forward(observations, outputs);
        int size = batch.size();
        for (int column = 0; column < size; column++) {
            retrace(drawn, column);
            int row = drawn.row(0, column);
            errors[column] = (float) error(row, drawn.next(row), batch.weights()[column], size);
        }
        return size;
    }

    private int ofSequences(SequenceRows drawn) {
        batch.bindObservations(observations);
        target.forward(number, observations, nextTargets);
        online.forward(observations, outputs);
        Arrays.fill(gradient, 0);
        int count = 0;
        for (int column = 0; column < batch.size(); column++) {
            count += drawn.end(column) - drawn.burnIn(column);
        }
        for (int column = 0; column < batch.size(); column++) {
            if (retraced.length > 0) {
                retrace(drawn, column);
            }
            double greatest = 0;
            double sum = 0;
            for (int step = drawn.burnIn(column); step < drawn.end(column); step++) {
                int row = drawn.row(step, column);
                double error = Math.abs(error(row, drawn.next(row), batch.weights()[column], count));
                greatest = Math.max(greatest, error);
                sum += error;
            }
            double mean = sum / (drawn.end(column) - drawn.burnIn(column));
            errors[column] = (float) (sequences.eta() * greatest + (1 - sequences.eta()) * mean);
        }
        return count;
    }

    /**
     * Computes the targets of a sequence or window backwards, by Retrace(λ) of the target network's values (Munos et
     * al. 2016, eq. 3, 4): {@code y = r + γ (Q(s', a*) + c (y' - Q(s', a')))} with {@code c = λ min(1, π(a' | s') /
     * μ(a' | s'))}. π is greedy: its probability is 0, or 1 and not below μ, so c is λ where the action taken is the
     * greedy one, and else 0.
     */
    private void retrace(SequenceRows drawn, int column) {
        double correction = 0; // the last step has none: the action after it is unknown
        for (int step = drawn.end(column) - 1; step >= drawn.burnIn(column); step--) {
            int row = drawn.row(step, column);
            int at = row * rows.width();
            int nextAt = drawn.next(row) * rows.width();
            int action = (int) batch.actions()[row];
            double discount = batch.discounts()[row];
            double best = sequences.unscaled(rows.value(nextTargets, nextAt, rows.greatest(chooser, nextAt)));
            double target = batch.returns()[row] + (discount == 0 ? 0 : discount * (best + correction));
            retraced[row] = sequences.scaled(target);
            correction = action == rows.greatest(chooser, at)
                    ? sequences.retraceLambda() * (target - sequences.unscaled(rows.value(nextTargets, at, action)))
                    : 0;
        }
    }

    /**
     * Adds the loss of a row, writes its gradient and returns its error, Q(s, a) - y of means.
     *
     * @param next row of the next state in the outputs of the next states
     * @param count rows of the mean
     */
    private double error(int row, int next, double weight, int count) {
        if (distributions != null) {
            return distributionError(row, next, weight, count);
        }
        int at = row * rows.width();
        int action = (int) batch.actions()[row];
        double value = rows.value(outputs, at, action);
        double error = value - (retraced.length > 0 ? retraced[row] : target(row, next));
        double distance = Math.abs(error);
        loss += weight * (distance <= 1 ? 0.5 * error * error : distance - 0.5);
        values += value;
        rows.gradient(weight * Math.max(-1, Math.min(1, error)) / count, action, outputs, gradient, at);
        return error;
    }

    private double target(int row, int next) {
        int nextAt = next * rows.width();
        double best = rows.value(nextTargets, nextAt, rows.greatest(chooser, nextAt));
        return sequences.target(batch.returns()[row], batch.discounts()[row], best);
    }

    /** Adds the loss of a row of distributions, writes its gradient and returns its error. */
    private double distributionError(int row, int next, double weight, int count) {
        int nextAt = next * rows.width();
        double discount = batch.discounts()[row];
        int nextAction = discount == 0 ? 0 : greatest(nextAt);
        if (fractions != null) {
            fractions.learn(distributions, row);
        }
        distributions.target(nextTargets, nextAt, nextAction, batch.returns()[row], discount);
        int at = row * rows.width();
        int action = (int) batch.actions()[row];
        values += fractions == null
                ? rows.value(outputs, at, action)
                : rows.head().value(outputs, at, action, fractions.counts().numTauSamples());
        loss += weight * distributions.descend(outputs, at, action, weight / count, gradient);
        return distributions.error();
    }

    private int greatest(int nextAt) {
        return fractions == null
                ? rows.greatest(chooser, nextAt)
                : rows.head().greatest(chooser, nextAt, fractions.counts().numQuantileSamples());
    }

    /** Returns the error of each transition, or the absolute error of each sequence. */
    float[] errors() {
        return errors;
    }

    /** Adds the means over all losses since the last call, in the order of {@code losses}. */
    static void addTo(Map<String, Double> metrics, TemporalDifference... losses) {
        long batches = 0;
        double loss = 0;
        double value = 0;
        for (TemporalDifference each : losses) {
            batches += each.batches;
            loss += each.lossSum;
            value += each.valueSum;
            each.batches = 0;
            each.lossSum = 0;
            each.valueSum = 0;
        }
        metrics.put("td_loss", batches == 0 ? Double.NaN : loss / batches);
        metrics.put("q_values", batches == 0 ? Double.NaN : value / batches);
    }
}
