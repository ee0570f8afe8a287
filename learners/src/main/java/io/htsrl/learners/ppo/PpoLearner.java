package io.htsrl.learners.ppo;

import io.htsrl.core.policy.DistributionHead.ActionDistribution;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.core.work.Team;
import io.htsrl.learners.onpolicy.ActorCriticLearner;
import io.htsrl.learners.onpolicy.BatchMoments;
import io.htsrl.learners.onpolicy.ReturnEstimates;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import java.util.Arrays;
import java.util.Map;

/**
 * Proximal policy optimisation with the clipped surrogate (Schulman et al. 2017, Eq. 7) and GAE; the details are
 * CleanRL's, numbered in {@code docs/explanation/ppo.md}. Epochs of minibatches start from φ_k; ratios are against
 * {@link ProximalPolicy}'s log-probabilities.
 */
public final class PpoLearner extends ActorCriticLearner {
    private final PpoConfig config;
    private final Minibatches minibatches;
    private final ClippedLoss loss;
    private final ProximalPolicy proximal;

    /**
     * @param network    network with room for the rows of a minibatch; closed with this learner
     * @param updates    planned number of updates, for annealing
     * @param stream     random stream of the minibatches' order
     * @param advantages advantages that weight the surrogate
     * @param team       team that computes the optimiser's steps
     */
    PpoLearner(
            PpoConfig config,
            BankShape shape,
            Policy policy,
            GradientNetwork network,
            ActionDistribution distribution,
            AnnealingHorizon updates,
            RandomStream stream,
            ReturnEstimates advantages,
            Team team) {
        super(
                config.optimizer(),
                shape,
                policy,
                network,
                shape.rows() / config.numMinibatches(),
                updates,
                advantages,
                team);
        int rows = shape.rows() / config.numMinibatches();
        this.config = config;
        this.minibatches = new Minibatches(shape, config.numMinibatches(), stream);
        this.loss = new ClippedLoss(config, shape, rows, distribution, updates);
        this.proximal = new ProximalPolicy(shape, rows, distribution);
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
        loss.begin(bank, advantages, proximal, update);
        double norm = 0;
        int epochs = 0;
        boolean within = true;
        while (within && epochs < config.updateEpochs()) {
            int[] order = minibatches.shuffle(update, epochs);
            for (int from = 0; from < shape.rows(); from += rows) {
                norm = step(bank, parameters, order, from, rows, update);
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

    /** Makes one step: computes a minibatch's gradient at the current parameters, clips it and applies it to them. */
    private double step(StorageBank bank, float[] parameters, int[] order, int from, int rows, long update) {
        network.loadParameters(parameters);
        network.forward(observations.of(bank, order, from, rows), outputs);
        network.backward(loss.gradient(outputs, order, from), gradient);
        return descent.step(parameters, gradient, update);
    }

    /**
     * Seeded order of a bank's rows, divided into minibatches: Fisher-Yates over counter-based draws. For a policy with
     * a memory whole columns are drawn, and each minibatch is {@code [steps][columns]}, as in CleanRL. One thread.
     */
    static final class Minibatches {
        private final BankShape shape;
        private final int minibatches;
        private final int[] drawn; // rows, or columns
        private final int[] order;
        private final RandomStream stream;

        Minibatches(BankShape shape, int minibatches, RandomStream stream) {
            this.shape = shape;
            this.minibatches = minibatches;
            this.order = new int[shape.rows()];
            this.drawn = shape.memorySize() > 0 ? new int[shape.environments()] : order;
            this.stream = stream;
        }

        /**
         * Returns the order of {@code epoch} within {@code update}: a function of the stream, the update and the epoch.
         */
        int[] shuffle(long update, int epoch) {
            RandomStream draws = stream.spawn(update).spawn(epoch);
            for (int i = 0; i < drawn.length; i++) {
                int j = (int) (((draws.bits(i) >>> 33) * (i + 1L)) >>> 31); // 0 .. i
                drawn[i] = drawn[j];
                drawn[j] = i;
            }
            return expanded();
        }

        /** Returns all rows in minibatches, without draws. */
        int[] inOrder() {
            Arrays.setAll(drawn, i -> i);
            return expanded();
        }

        /** Returns the rows of the drawn columns. */
        private int[] expanded() {
            int columns = drawn.length / minibatches;
            for (int i = 0; drawn != order && i < order.length; i++) {
                int ofMinibatch = i % (columns * shape.steps());
                int column = i / (columns * shape.steps()) * columns + ofMinibatch % columns;
                order[i] = ofMinibatch / columns * shape.environments() + drawn[column];
            }
            return order;
        }
    }
}
