package io.htsrl.learners.onpolicy;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.state.Stateful;
import io.htsrl.core.state.StatefulParts;
import io.htsrl.core.time.AnnealedValue;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.learners.Learner;
import io.htsrl.learners.optim.GradientStep;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.GradientNetwork.RowsLoss;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import java.util.List;
import java.util.Map;

/**
 * Base class of A2C, PPO, TRPO and PQN: a network, estimates of returns, and an optimiser. The learner's thread only.
 */
public abstract class OnPolicyLearner implements Learner, StatefulParts {
    protected final BankShape shape;
    protected final AnnealingHorizon updates;
    protected final GradientNetwork network;
    protected final ReturnEstimates advantages;
    protected final GradientStep descent;
    protected final BankRows observations;
    protected final float[] outputs;
    protected final float[] outputGradient;
    protected final float[] gradient;
    /** Computes rows of the current minibatch's loss. */
    protected final RowsLoss rowsLoss;

    private MinibatchLoss loss;

    /**
     * @param network network with room for the {@code rows} of one optimiser step; closed with this learner
     * @param updates planned number of updates, for annealing
     * @param advantages advantages that weight the gradient
     * @param descent optimiser's step
     */
    protected OnPolicyLearner(
            BankShape shape,
            GradientNetwork network,
            int rows,
            AnnealingHorizon updates,
            ReturnEstimates advantages,
            GradientStep descent) {
        this.shape = shape;
        this.updates = updates;
        this.network = network;
        this.advantages = advantages;
        this.descent = descent;
        this.observations = new BankRows(rows);
        this.outputs = new float[rows * shape.outputWidth()];
        this.outputGradient = new float[outputs.length];
        this.gradient = new float[network.parameterCount()];
        this.rowsLoss = (first, count, lane) -> loss.compute(outputs, outputGradient, first, count, lane);
    }

    /**
     * Makes one step along a minibatch's gradient.
     *
     * @param at parameters of the gradient
     * @param parameters parameters that the step changes
     * @param order order of the bank's rows
     * @param from first of the minibatch's {@code rows}
     * @return the gradient's norm
     */
    protected final double step(
            StorageBank bank,
            float[] at,
            float[] parameters,
            int[] order,
            int from,
            int rows,
            MinibatchLoss newLoss,
            long update) {
        loss = newLoss;
        loss.start(bank, order, from, rows);
        network.loadParameters(at);
        differentiate(bank, observations.of(bank, order, from, rows), update);
        loss.end(update);
        return descent.step(parameters, gradient, update);
    }

    /** Computes the gradient of the loss of a minibatch of a bank. */
    protected void differentiate(StorageBank bank, ObservationBatch batch, long update) {
        network.gradient(batch, outputs, rowsLoss, outputGradient, gradient);
    }

    /** Adds the metrics of an update that ended with a gradient of this norm. */
    protected final void addTo(Map<String, Double> metrics, double norm, long update) {
        advantages.addTo(metrics);
        metrics.put("grad_norm", norm);
        metrics.put("learning_rate", descent.rate(update));
    }

    /** Adds a coefficient of the loss to the metrics if it changes during the run. */
    protected final void addTo(Map<String, Double> metrics, String name, AnnealedValue coefficient, long update) {
        if (!coefficient.isConstant()) {
            metrics.put(name, coefficient.at(update, updates));
        }
    }

    @Override
    public void digest(BitHasher hasher) {
        advantages.rewards().digest(hasher);
    }

    @Override
    public final Map<String, float[]> estimates() {
        return Map.of("advantage", advantages.advantages(), "return", advantages.returns());
    }

    @Override
    public final List<Stateful> state() {
        return List.of(descent, advantages.rewards());
    }

    @Override
    public final void close() {
        network.close();
    }
}
