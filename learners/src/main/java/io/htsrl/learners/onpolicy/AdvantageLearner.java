package io.htsrl.learners.onpolicy;

import io.htsrl.core.policy.DistributionHead.ActionDistribution;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.learners.optim.FiniteCheck;
import io.htsrl.learners.optim.GradientStep;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Advantage actor-critic (Mnih et al. 2016; synchronous form) with the one-step-delayed gradient of HTS-RL, Eq. 6:
 * {@code φ_{k+1} = φ_k + η·g} where {@code g = ∇J(φ_{k-1}, D_{k-1})} is taken at the parameters that collected the
 * bank. Under {@code sync} both are φ_k, and this is classic A2C; under {@code async} the gradient is taken at φ_k too.
 *
 * <p>Loss over the bank's N rows, but for lost steps: {@code mean(-A ln π(a|s)) + c_v mean((R - V)²) - c_e mean(H)}.
 */
public class AdvantageLearner extends OnPolicyLearner {
    private final ActorCriticConfig config;
    private final ActionDistribution distribution;
    private final float[] normalised;
    private final float[] outputGradient;

    /**
     * @param network    network with room for all rows of a bank; closed with this learner
     * @param updates    planned number of updates, for annealing
     * @param advantages advantages that weight the gradient
     * @param descent    optimiser's step
     */
    public AdvantageLearner(
            ActorCriticConfig config,
            BankShape shape,
            GradientNetwork network,
            ActionDistribution distribution,
            AnnealingHorizon updates,
            ReturnEstimates advantages,
            GradientStep descent) {
        super(shape, network, shape.rows(), updates, advantages, descent);
        this.config = config;
        this.distribution = distribution;
        this.normalised = new float[shape.rows()];
        this.outputGradient = new float[outputs.length];
    }

    @Override
    public final Map<String, Double> update(StorageBank bank, float[] behaviour, float[] parameters, long update) {
        advantages.compute(bank, behaviour);
        int learnt = normalise(bank);
        advantages.weigh(normalised); // after the mean is subtracted: a baseline must be weighted too
        network.loadParameters(behaviour); // Eq. 6: at φ_{k-1}, not at φ_k
        network.forward(observations.of(bank, shape.rows()), outputs);
        observe(update);
        Map<String, Double> metrics = loss(bank, learnt, update);
        network.backward(outputGradient, gradient);

        double norm = descent.step(parameters, gradient, update); // onto φ_k
        addTo(metrics, norm, update);
        addTo(metrics, "ent_coef", config.entCoef(), update);
        return metrics;
    }

    /** Reads statistics of the network's last forward pass, over the bank's rows, into {@link #outputs}. */
    protected void observe(long update) {}

    /** Fills the advantages, normalised if configured; returns the number of rows that were not lost, at least 1. */
    private int normalise(StorageBank bank) {
        int learnt = 0;
        for (int row = 0; row < normalised.length; row++) {
            if (!bank.lost(row)) {
                normalised[learnt++] = advantages.advantages()[row];
            }
        }
        if (config.normAdv() && learnt > 0) {
            BatchMoments.normalise(normalised, learnt);
        }
        int next = learnt;
        for (int row = normalised.length - 1; row >= 0; row--) {
            normalised[row] = bank.lost(row) ? 0 : normalised[--next]; // move the value from the front to its row
        }
        return Math.max(1, learnt);
    }

    /** Computes the gradient of the loss over {@code rows} rows with respect to the network's output rows. */
    private Map<String, Double> loss(StorageBank bank, int rows, long update) {
        int width = shape.outputWidth();
        double entropyWeight = config.entCoef().at(update, updates) / rows;
        double valueWeight = 2 * config.vfCoef() / rows;
        double policyLoss = 0;
        double valueLoss = 0;
        double entropy = 0;
        for (int row = 0; row < shape.rows(); row++) {
            if (bank.lost(row)) {
                Arrays.fill(outputGradient, row * width, (row + 1) * width, 0);
                continue;
            }
            distribution.evaluate(outputs, row * width, bank.actions(), row * shape.actionWidth());
            double advantage = normalised[row];
            double error = outputs[row * width + width - 1] - advantages.returns()[row];
            policyLoss -= advantage * distribution.logProbability();
            valueLoss += error * error;
            entropy += distribution.entropy();
            distribution.gradient(-advantage / rows, -entropyWeight, outputGradient, row * width);
            outputGradient[row * width + width - 1] = (float) (valueWeight * error);
        }
        Map<String, Double> metrics = new LinkedHashMap<>();
        metrics.put("policy_loss", FiniteCheck.check("the policy loss", policyLoss / rows, update));
        metrics.put("value_loss", FiniteCheck.check("the value loss", valueLoss / rows, update));
        metrics.put("entropy", entropy / rows);
        metrics.put("explained_variance", BatchMoments.explainedVariance(advantages, bank));
        return metrics;
    }
}
