package io.htsrl.learners.dqn;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.learners.offpolicy.TargetNetwork;
import io.htsrl.learners.optim.FiniteCheck;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.replay.ReplayBatch;
import java.util.Map;

/**
 * Loss of one batch of n-step transitions in an update: {@code mean(w · huber(y - Q(s, a)))} with the target {@code y =
 * R + discount · Q_target(s', a')}, where a' is the greatest action of the target network, or of the learnt one under
 * double Q-learning. Huber's loss is quadratic up to 1. One thread; metrics are means since {@link #begin}.
 */
final class TemporalDifference {
    private final int number;
    private final boolean doubleQ;
    private final QRows rows;
    private final GradientNetwork online;
    private final TargetNetwork target;
    private final float[] outputs;
    private final float[] nextOutputs;
    private final float[] nextTargets;
    private final float[] gradient;
    private final float[] errors;
    private final ObservationBatch observations;
    private long batches;
    private double lossSum;
    private double valueSum;

    /**
     * @param number number of the batch within its update
     * @param size   transitions of the batch
     */
    TemporalDifference(
            int number, int size, DqnConfig config, QRows rows, GradientNetwork online, TargetNetwork target) {
        this.number = number;
        this.doubleQ = config.doubleQ();
        this.rows = rows;
        this.online = online;
        this.target = target;
        this.outputs = new float[size * rows.width()];
        this.nextOutputs = new float[size * rows.width()];
        this.nextTargets = new float[size * rows.width()];
        this.gradient = new float[size * rows.width()];
        this.errors = new float[size];
        this.observations = new ObservationBatch(size);
    }

    void begin() {
        batches = 0;
        lossSum = 0;
        valueSum = 0;
    }

    /**
     * Computes the gradient with respect to the output rows of the learnt network, whose last forward was over this
     * batch's observations. The gradient and {@link #errors} are valid until the next call.
     */
    float[] gradient(ReplayBatch batch, long interval) {
        int size = batch.size();
        int width = rows.width();
        batch.bindNextObservations(observations);
        target.forward(number, observations, nextTargets);
        if (doubleQ) {
            online.forward(observations, nextOutputs);
        }
        float[] chooser = doubleQ ? nextOutputs : nextTargets;
        batch.bindObservations(observations);
        online.forward(observations, outputs);
        double loss = 0;
        double values = 0;
        for (int i = 0; i < size; i++) {
            int at = i * width;
            int action = (int) batch.actions()[i];
            double value = rows.value(outputs, at, action);
            double next = rows.value(nextTargets, at, rows.greatest(chooser, at));
            // a terminal state has no successor, whatever the network returns for it
            double discount = batch.discounts()[i];
            double error = value - (batch.returns()[i] + (discount == 0 ? 0 : discount * next));
            double weight = batch.weights()[i];
            double distance = Math.abs(error);
            loss += weight * (distance <= 1 ? 0.5 * error * error : distance - 0.5);
            values += value;
            errors[i] = (float) error;
            rows.gradient(weight * Math.max(-1, Math.min(1, error)) / size, action, outputs, gradient, at);
        }
        lossSum += FiniteCheck.check("the TD loss", loss / size, interval);
        valueSum += values / size;
        batches++;
        return gradient;
    }

    /** Returns Q(s, a) - y of each row. */
    float[] errors() {
        return errors;
    }

    /** Adds the means over all losses since {@link #begin}, in the order of {@code losses}. */
    static void addTo(Map<String, Double> metrics, TemporalDifference... losses) {
        long batches = 0;
        double loss = 0;
        double value = 0;
        for (TemporalDifference each : losses) {
            batches += each.batches;
            loss += each.lossSum;
            value += each.valueSum;
        }
        metrics.put("td_loss", batches == 0 ? Double.NaN : loss / batches);
        metrics.put("q_values", batches == 0 ? Double.NaN : value / batches);
    }
}
