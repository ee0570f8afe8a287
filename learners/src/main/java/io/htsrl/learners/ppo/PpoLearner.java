package io.htsrl.learners.ppo;

import io.htsrl.core.policy.DistributionHead;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.core.work.Team;
import io.htsrl.learners.onpolicy.BatchMoments;
import io.htsrl.learners.onpolicy.Minibatches;
import io.htsrl.learners.onpolicy.OnPolicyLearner;
import io.htsrl.learners.onpolicy.ReturnEstimates;
import io.htsrl.learners.optim.GradientStep;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import java.util.Map;

/**
 * Proximal policy optimisation with the clipped surrogate (Schulman et al. 2017, Eq. 7) and GAE; the details are
 * CleanRL's, numbered in {@code docs/explanation/ppo.md}. Epochs of minibatches start from φ_k; ratios are against
 * {@link ProximalPolicy}'s log-probabilities.
 */
public final class PpoLearner extends OnPolicyLearner {
    private final PpoConfig config;
    private final Minibatches minibatches;
    private final ClippedLoss loss;
    private final ProximalPolicy proximal;

    /**
     * @param network network with room for the rows of a minibatch; closed with this learner
     * @param updates planned number of updates, for annealing
     * @param stream random stream of the minibatches' order
     * @param advantages advantages that weight the surrogate
     * @param team team that computes the optimiser's steps
     */
    PpoLearner(
            PpoConfig config,
            BankShape shape,
            Policy policy,
            GradientNetwork network,
            DistributionHead head,
            AnnealingHorizon updates,
            RandomStream stream,
            ReturnEstimates advantages,
            Team team) {
        super(
                shape,
                network,
                shape.rows() / config.numMinibatches(),
                updates,
                advantages,
                new GradientStep(config.optimizer(), policy, updates, team));
        int rows = shape.rows() / config.numMinibatches();
        this.config = config;
        this.minibatches = new Minibatches(shape, config.numMinibatches(), stream);
        this.loss = new ClippedLoss(config, shape, rows, head, team.lanes(), updates);
        this.proximal = new ProximalPolicy(shape, rows, head.newDistribution());
    }

    @Override
    public Map<String, Double> update(StorageBank bank, float[] behaviour, float[] parameters, long update) {
        boolean current = config.clipAround() == PpoConfig.ClipAround.CURRENT;
        advantages.compute(bank, current ? parameters : behaviour);
        proximal.behaviour(bank);
        if (current) {
            network.loadParameters(parameters);
            proximal.current(bank, network, minibatches.inOrder());
        }
        int rows = shape.rows() / config.numMinibatches();
        loss.begin(advantages, proximal, update);
        double norm = 0;
        int epochs = 0;
        boolean within = true;
        while (within && epochs < config.updateEpochs()) {
            int[] order = minibatches.shuffle(update, epochs);
            for (int from = 0; from < shape.rows(); from += rows) {
                norm = step(bank, parameters, parameters, order, from, rows, loss, update);
            }
            epochs++;
            within = config.targetKl() == 0 || loss.approximateKl() <= config.targetKl();
        }
        Map<String, Double> metrics = loss.metrics();
        metrics.put("explained_variance", BatchMoments.explainedVariance(advantages, bank));
        advantages.addTo(metrics);
        metrics.put("grad_norm", norm);
        metrics.put("epochs", (double) epochs);
        metrics.put("learning_rate", descent.rate(update));
        addTo(metrics, "clip_coef", config.clipCoef(), update);
        addTo(metrics, "ent_coef", config.actorCritic().entCoef(), update);
        return metrics;
    }
}
