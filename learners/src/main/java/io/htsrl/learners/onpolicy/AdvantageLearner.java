package io.htsrl.learners.onpolicy;

import io.htsrl.core.policy.DistributionHead;
import io.htsrl.core.policy.DistributionHead.ActionDistribution;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.learners.optim.FiniteCheck;
import io.htsrl.learners.optim.GradientStep;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Advantage actor-critic (Mnih et al. 2016; synchronous form) with the one-step-delayed gradient of HTS-RL, Eq. 6:
 * {@code φ_{k+1} = φ_k + η·g} where {@code g = ∇J(φ_{k-1}, D_{k-1})} is taken at the parameters that collected the
 * bank. Under {@code sync} both are φ_k, and this is classic A2C; under {@code async} the gradient is taken at φ_k too.
 *
 * <p>Loss over the bank's N rows, but for lost steps: {@code mean(-A ln π(a|s)) + c_v mean((R - V)²) - c_e mean(H)}.
 */
public class AdvantageLearner extends OnPolicyLearner {
    private final ActorCriticConfig config;
    private final AdvantageLoss loss;
    private final int[] inOrder;

    /**
     * @param network network with room for all rows of a bank; closed with this learner
     * @param lanes lanes of the network's passes
     * @param updates planned number of updates, for annealing
     * @param advantages advantages that weight the gradient
     * @param descent optimiser's step
     */
    public AdvantageLearner(
            ActorCriticConfig config,
            BankShape shape,
            GradientNetwork network,
            DistributionHead head,
            int lanes,
            AnnealingHorizon updates,
            ReturnEstimates advantages,
            GradientStep descent) {
        super(shape, network, shape.rows(), updates, advantages, descent);
        this.config = config;
        this.loss = new AdvantageLoss(head, lanes);
        this.inOrder = IntStream.range(0, shape.rows()).toArray();
    }

    @Override
    public final Map<String, Double> update(StorageBank bank, float[] behaviour, float[] parameters, long update) {
        advantages.compute(bank, behaviour);
        loss.entropyCoefficient = config.entCoef().at(update, updates);
        // Eq. 6: the gradient at φ_{k-1}, the step from φ_k
        double norm = step(bank, behaviour, parameters, inOrder, 0, shape.rows(), loss, update);
        Map<String, Double> metrics = loss.metrics;
        metrics.put("explained_variance", BatchMoments.explainedVariance(advantages, bank));
        addTo(metrics, norm, update);
        addTo(metrics, "ent_coef", config.entCoef(), update);
        return metrics;
    }

    private final class AdvantageLoss extends MinibatchLoss {
        private static final int POLICY = 0;
        private static final int VALUE = 1;
        private static final int ENTROPY = 2;

        private final ActionDistribution[] distributions;
        private final float[] normalised;
        private double entropyCoefficient;
        private Map<String, Double> metrics;

        AdvantageLoss(DistributionHead head, int lanes) {
            super(shape.outputWidth(), 3, shape.rows());
            distributions = head.newDistributions(lanes);
            normalised = new float[shape.rows()];
        }

        @Override
        protected void begin(int[] order, int from) {
            BatchMoments.gather(advantages.advantages(), bank(), order, from, config.normAdv(), normalised);
            advantages.weigh(normalised); // after the mean is subtracted: a baseline must be weighted too
        }

        @Override
        protected void compute(int i, int row, float[] outputs, float[] gradient, int at, int lane) {
            ActionDistribution distribution = distributions[lane];
            distribution.evaluate(outputs, at, bank().actions(), row * shape.actionWidth());
            int value = at + shape.outputWidth() - 1;
            double advantage = normalised[row];
            double error = outputs[value] - advantages.returns()[row];
            set(POLICY, i, -(advantage * distribution.logProbability()));
            set(VALUE, i, error * error);
            set(ENTROPY, i, distribution.entropy());
            distribution.gradient(-advantage / learnt(), -(entropyCoefficient / learnt()), gradient, at);
            gradient[value] = (float) (2 * config.vfCoef() / learnt() * error);
        }

        @Override
        protected void end(long update) {
            metrics = new LinkedHashMap<>();
            metrics.put("policy_loss", FiniteCheck.check("the policy loss", sum(POLICY) / learnt(), update));
            metrics.put("value_loss", FiniteCheck.check("the value loss", sum(VALUE) / learnt(), update));
            metrics.put("entropy", sum(ENTROPY) / learnt());
        }
    }
}
