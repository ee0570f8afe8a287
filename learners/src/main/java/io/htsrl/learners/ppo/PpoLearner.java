package io.htsrl.learners.ppo;

import io.htsrl.core.policy.ActionDistribution;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.time.Horizon;
import io.htsrl.core.work.Team;
import io.htsrl.learners.Learner;
import io.htsrl.learners.onpolicy.BankRows;
import io.htsrl.learners.onpolicy.Moments;
import io.htsrl.learners.onpolicy.ReturnEstimates;
import io.htsrl.learners.optim.Descent;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;

/**
 * Proximal policy optimisation with the clipped surrogate (Schulman et al. 2017, Eq. 7) and GAE; the details are
 * CleanRL's, numbered in {@code docs/ppo.md}. Epochs of minibatches start from φ_k; ratios are against
 * {@link ProximalPolicy}'s log-probabilities.
 */
public final class PpoLearner implements Learner {
    private final PpoConfig config;
    private final GradientNetwork network;
    private final BankShape shape;
    private final ReturnEstimates advantages;
    private final Minibatches minibatches;
    private final BankRows observations;
    private final Descent descent;
    private final ClippedLoss loss;
    private final ProximalPolicy proximal;
    private final float[] outputs;
    private final float[] gradient;

    /**
     * @param network    room for the rows of a minibatch; closed with this learner
     * @param updates    how many updates are planned, for annealing
     * @param stream     of the minibatches' order
     * @param advantages what the surrogate is weighted with
     * @param team       that shares the optimiser's steps
     */
    PpoLearner(
            PpoConfig config,
            BankShape shape,
            Policy policy,
            GradientNetwork network,
            ActionDistribution distribution,
            Horizon updates,
            RandomStream stream,
            ReturnEstimates advantages,
            Team team) {
        int rows = shape.rows() / config.numMinibatches();
        this.config = config;
        this.network = network;
        this.shape = shape;
        this.advantages = advantages;
        this.minibatches = new Minibatches(shape.rows(), stream);
        this.observations = new BankRows(rows);
        this.descent = new Descent(config.optimizer(), policy, updates, team);
        this.loss = new ClippedLoss(config, shape, rows, distribution);
        this.proximal = new ProximalPolicy(shape, rows, distribution);
        this.outputs = new float[rows * shape.outputWidth()];
        this.gradient = new float[policy.parameterCount()];
    }

    @Override
    public Map<String, Double> update(StorageBank bank, float[] behaviour, float[] parameters, long update) {
        boolean current = config.clipAround() == PpoConfig.ClipAround.CURRENT;
        advantages.compute(bank, current ? parameters : behaviour);
        proximal.behaviour(bank);
        if (current) {
            network.loadParameters(parameters);
            proximal.current(bank, network);
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
        Map<String, Double> figures = loss.figures();
        figures.put("explained_variance", Moments.explainedVariance(advantages, bank));
        advantages.addFigures(figures);
        figures.put("grad_norm", norm);
        figures.put("epochs", (double) epochs);
        figures.put("learning_rate", descent.rate(update));
        return figures;
    }

    /** One minibatch: gradient at the current parameters, clipped, onto the current parameters. */
    private double step(StorageBank bank, float[] parameters, int[] order, int from, int rows, long update) {
        network.loadParameters(parameters);
        network.forward(observations.of(bank, order, from, rows), outputs);
        network.backward(loss.gradient(outputs, order, from), gradient);
        return descent.step(parameters, gradient, update);
    }

    /** The statistics that scale rewards. */
    @Override
    public void digest(BitHasher hasher) {
        advantages.rewards().digest(hasher);
    }

    @Override
    public void save(DataOutput out) throws IOException {
        descent.save(out);
        advantages.rewards().save(out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        descent.restore(in);
        advantages.rewards().restore(in);
    }

    @Override
    public long stateBytes() {
        return descent.stateBytes() + advantages.rewards().stateBytes();
    }

    @Override
    public void close() {
        network.close();
    }
}
