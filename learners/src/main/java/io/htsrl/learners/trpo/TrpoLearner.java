package io.htsrl.learners.trpo;

import io.htsrl.core.policy.DistributionHead;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.onpolicy.BatchMoments;
import io.htsrl.learners.onpolicy.Minibatches;
import io.htsrl.learners.onpolicy.OnPolicyLearner;
import io.htsrl.learners.onpolicy.ReturnEstimates;
import io.htsrl.learners.optim.FiniteCheck;
import io.htsrl.storage.StorageBank;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Trust region policy optimization (Schulman et al. 2015, Algorithm 1) with GAE, in the order of sb3-contrib: one {@link
 * TrustRegionStep} of the policy from φ_k, then epochs of minibatches of the critic, which lower {@code c_v mean((R -
 * V)²)}. Policy and critic have separate parameters, so neither's gradient moves the other.
 */
public final class TrpoLearner extends OnPolicyLearner {
    private final TrpoConfig config;
    private final Minibatches minibatches;
    private final TrustRegionStep policyStep;
    private final float[] outputGradient;
    // the current update
    private StorageBank bank;
    private int batchRows;
    private double valueLoss;

    TrpoLearner(TrpoConfig config, LearnerInputs inputs, DistributionHead head) {
        super(
                config.optimizer(),
                inputs.shape(),
                inputs.policy(),
                inputs.network(inputs.shape().rows()),
                inputs.shape().rows(),
                inputs.intervals(),
                ReturnEstimates.of(config.actorCritic(), inputs, head.newDistribution()),
                inputs.team());
        this.config = config;
        this.minibatches = new Minibatches(shape, 1, inputs.stream().spawn("minibatch"));
        this.policyStep = new TrustRegionStep(config, shape, network, head);
        this.outputGradient = new float[outputs.length];
    }

    @Override
    public Map<String, Double> update(StorageBank newBank, float[] behaviour, float[] parameters, long update) {
        bank = newBank;
        advantages.compute(bank, behaviour);
        Map<String, Double> metrics = new LinkedHashMap<>();
        int[] order = config.subSamplingFactor() == 1
                ? minibatches.inOrder()
                : minibatches.shuffle(update, config.nCriticUpdates()); // the critic's epochs use the orders before
        double entropyCoefficient = config.actorCritic().entCoef().at(update, updates);
        policyStep.step(bank, order, advantages.advantages(), entropyCoefficient, parameters, update, metrics);

        double norm = 0;
        int batches = 0;
        valueLoss = 0;
        for (int epoch = 0; epoch < config.nCriticUpdates(); epoch++) {
            order = minibatches.shuffle(update, epoch);
            for (int from = 0; from < shape.rows(); from += batchRows) {
                batchRows = Math.min(config.batchSize(), shape.rows() - from);
                norm = step(bank, parameters, order, from, batchRows, this::gradient, update);
                batches++;
            }
        }
        double meanLoss = valueLoss / Math.max(1, batches);
        metrics.put("value_loss", FiniteCheck.check("the value loss", meanLoss, update));
        metrics.put("explained_variance", BatchMoments.explainedVariance(advantages, bank));
        addTo(metrics, norm, update);
        addTo(metrics, "ent_coef", config.actorCritic().entCoef(), update);
        return metrics;
    }

    /** Computes the gradient of the value loss over the rows that were not lost. */
    private float[] gradient(float[] outputs, int[] order, int from) {
        int width = shape.outputWidth();
        int learnt = 0;
        for (int i = 0; i < batchRows; i++) {
            learnt += bank.lost(order[from + i]) ? 0 : 1;
        }
        double weight = 2 * config.actorCritic().vfCoef() / Math.max(1, learnt);
        double squares = 0;
        Arrays.fill(outputGradient, 0, batchRows * width, 0);
        for (int i = 0; i < batchRows; i++) {
            int row = order[from + i];
            if (!bank.lost(row)) {
                int at = (i + 1) * width - 1;
                double error = outputs[at] - advantages.returns()[row];
                squares += error * error;
                outputGradient[at] = (float) (weight * error);
            }
        }
        valueLoss += squares / Math.max(1, learnt);
        return outputGradient;
    }
}
