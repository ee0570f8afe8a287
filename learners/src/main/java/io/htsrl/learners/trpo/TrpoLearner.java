package io.htsrl.learners.trpo;

import io.htsrl.core.policy.DistributionHead;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.onpolicy.BatchMoments;
import io.htsrl.learners.onpolicy.MinibatchLoss;
import io.htsrl.learners.onpolicy.Minibatches;
import io.htsrl.learners.onpolicy.OnPolicyLearner;
import io.htsrl.learners.onpolicy.ReturnEstimates;
import io.htsrl.learners.optim.FiniteCheck;
import io.htsrl.learners.optim.GradientStep;
import io.htsrl.storage.StorageBank;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Trust region policy optimization (Schulman et al. 2015, Algorithm 1) with GAE, in the order of sb3-contrib: one
 * {@link TrustRegionStep} of the policy from φ_k, then epochs of minibatches of the critic, which lower {@code c_v
 * mean((R - V)²)}. Policy and critic have separate parameters, so neither's gradient moves the other.
 */
public final class TrpoLearner extends OnPolicyLearner {
    private final TrpoConfig config;
    private final Minibatches minibatches;
    private final TrustRegionStep policyStep;
    private final ValueLoss loss;

    TrpoLearner(TrpoConfig config, LearnerInputs inputs, DistributionHead head) {
        super(
                inputs.shape(),
                inputs.network(inputs.shape().rows()),
                inputs.shape().rows(),
                inputs.intervals(),
                ReturnEstimates.of(config.actorCritic(), inputs, head.newDistribution()),
                new GradientStep(config.optimizer(), inputs.policy(), inputs.intervals(), inputs.team()));
        this.config = config;
        this.minibatches = new Minibatches(shape, 1, inputs.stream().spawn("minibatch"));
        this.policyStep = new TrustRegionStep(config, shape, network, head);
        this.loss = new ValueLoss();
    }

    @Override
    public Map<String, Double> update(StorageBank bank, float[] behaviour, float[] parameters, long update) {
        advantages.compute(bank, behaviour);
        Map<String, Double> metrics = new LinkedHashMap<>();
        int[] order = config.subSamplingFactor() == 1
                ? minibatches.inOrder()
                : minibatches.shuffle(update, config.nCriticUpdates()); // the critic's epochs use the orders before
        double entropyCoefficient = config.actorCritic().entCoef().at(update, updates);
        policyStep.step(bank, order, advantages.advantages(), entropyCoefficient, parameters, update, metrics);

        double norm = 0;
        int batches = 0;
        loss.sum = 0;
        for (int epoch = 0; epoch < config.nCriticUpdates(); epoch++) {
            order = minibatches.shuffle(update, epoch);
            for (int from = 0; from < shape.rows(); from += config.batchSize()) {
                int rows = Math.min(config.batchSize(), shape.rows() - from);
                norm = step(bank, parameters, parameters, order, from, rows, loss, update);
                batches++;
            }
        }
        double meanLoss = loss.sum / Math.max(1, batches);
        metrics.put("value_loss", FiniteCheck.check("the value loss", meanLoss, update));
        metrics.put("explained_variance", BatchMoments.explainedVariance(advantages, bank));
        addTo(metrics, norm, update);
        addTo(metrics, "ent_coef", config.actorCritic().entCoef(), update);
        return metrics;
    }

    /** {@code c_v mean((R - V)²)}. */
    private final class ValueLoss extends MinibatchLoss {
        private double sum;

        ValueLoss() {
            super(shape.outputWidth(), 1, shape.rows());
        }

        @Override
        protected void compute(int i, int row, float[] outputs, float[] gradient, int at, int lane) {
            int value = at + shape.outputWidth() - 1;
            double error = outputs[value] - advantages.returns()[row];
            set(0, i, error * error);
            Arrays.fill(gradient, at, value, 0);
            gradient[value] = (float) (2 * config.actorCritic().vfCoef() / learnt() * error);
        }

        @Override
        protected void end(long update) {
            sum += sum(0) / learnt();
        }
    }
}
