package io.htsrl.learners.onpolicy;

import io.htsrl.core.policy.Policy;
import io.htsrl.core.state.Stateful;
import io.htsrl.core.state.StatefulParts;
import io.htsrl.core.time.AnnealedValue;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.core.work.Team;
import io.htsrl.learners.Learner;
import io.htsrl.learners.optim.GradientStep;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import java.util.List;
import java.util.Map;

/** Base class of A2C, PPO, TRPO and PQN: a network, estimates of returns, and an optimiser. The learner's thread only. */
public abstract class OnPolicyLearner implements Learner, StatefulParts {
    protected final BankShape shape;
    protected final AnnealingHorizon updates;
    protected final GradientNetwork network;
    protected final ReturnEstimates advantages;
    protected final GradientStep descent;
    protected final BankRows observations;
    protected final float[] outputs;
    protected final float[] gradient;

    /**
     * @param network    network with room for the {@code rows} of one optimiser step; closed with this learner
     * @param updates    planned number of updates, for annealing
     * @param advantages advantages that weight the gradient
     * @param team       team that computes the optimiser's steps
     */
    protected OnPolicyLearner(
            OptimizerConfig optimizer,
            BankShape shape,
            Policy policy,
            GradientNetwork network,
            int rows,
            AnnealingHorizon updates,
            ReturnEstimates advantages,
            Team team) {
        this(shape, network, rows, updates, advantages, new GradientStep(optimizer, policy, updates, team));
    }

    /** Creates a learner with the given optimiser's step, and the rest as above. */
    OnPolicyLearner(
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
        this.gradient = new float[network.parameterCount()];
    }

    /** A loss's gradient with respect to the output rows of rows {@code order[from ..]}; valid until the next call. */
    @FunctionalInterface
    protected interface MinibatchLoss {
        float[] gradient(float[] outputs, int[] order, int from);
    }

    /**
     * Makes one step along a minibatch's gradient at the current parameters.
     *
     * @param order order of the bank's rows
     * @param from  first of the minibatch's {@code rows}
     * @return the gradient's norm
     */
    protected final double step(
            StorageBank bank, float[] parameters, int[] order, int from, int rows, MinibatchLoss loss, long update) {
        network.loadParameters(parameters);
        network.forward(observations.of(bank, order, from, rows), outputs);
        network.backward(loss.gradient(outputs, order, from), gradient);
        return descent.step(parameters, gradient, update);
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
