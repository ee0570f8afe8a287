package io.htsrl.learners.a2c;

import io.htsrl.core.policy.ActionDistribution;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.time.Horizon;
import io.htsrl.core.work.Team;
import io.htsrl.learners.Learner;
import io.htsrl.learners.onpolicy.Advantages;
import io.htsrl.learners.onpolicy.BankRows;
import io.htsrl.learners.onpolicy.Moments;
import io.htsrl.learners.onpolicy.ReturnEstimates;
import io.htsrl.learners.optim.Descent;
import io.htsrl.learners.optim.Finite;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Advantage actor-critic (Mnih et al. 2016; synchronous form) with the one-step-delayed gradient of HTS-RL, Eq. 6:
 * {@code φ_{k+1} = φ_k + η·g} where {@code g = ∇J(φ_{k-1}, D_{k-1})} is taken at the parameters that collected the
 * bank. Under {@code sync} both are φ_k, and this is classic A2C; under {@code async} the gradient is taken at φ_k too.
 *
 * <p>Loss over the bank's N rows: {@code mean(-A ln π(a|s)) + c_v mean((R - V)²) - c_e mean(H)}.
 */
public final class A2cLearner implements Learner {
    private final A2cConfig config;
    private final GradientNetwork network;
    private final ActionDistribution distribution;
    private final BankShape shape;
    private final ReturnEstimates advantages;
    private final BankRows observations;
    private final Descent descent;
    private final float[] normalised;
    private final float[] outputs;
    private final float[] outputGradient;
    private final float[] gradient;

    /** Advantages of the behaviour policy's own values. */
    public A2cLearner(
            A2cConfig config,
            BankShape shape,
            Policy policy,
            GradientNetwork network,
            ActionDistribution distribution,
            long updates) {
        this(
                config,
                shape,
                policy,
                network,
                distribution,
                Horizon.of(updates),
                new Advantages(
                        shape,
                        policy,
                        config.actorCritic().gamma(),
                        config.actorCritic().gaeLambda()),
                Team.alone());
    }

    /**
     * @param network    room for all rows of a bank; closed with this learner
     * @param updates    how many updates are planned, for annealing
     * @param advantages what the gradient is weighted with
     * @param team       that shares the optimiser's steps
     */
    A2cLearner(
            A2cConfig config,
            BankShape shape,
            Policy policy,
            GradientNetwork network,
            ActionDistribution distribution,
            Horizon updates,
            ReturnEstimates advantages,
            Team team) {
        this.config = config;
        this.network = network;
        this.distribution = distribution;
        this.shape = shape;
        this.advantages = advantages;
        this.observations = new BankRows(shape.rows());
        this.descent = new Descent(config.optimizer(), policy, updates, team);
        this.normalised = new float[shape.rows()];
        this.outputs = new float[shape.rows() * shape.outputWidth()];
        this.outputGradient = new float[outputs.length];
        this.gradient = new float[policy.parameterCount()];
    }

    @Override
    public Map<String, Double> update(StorageBank bank, float[] behaviour, float[] parameters, long update) {
        advantages.compute(bank, behaviour);
        System.arraycopy(advantages.advantages(), 0, normalised, 0, normalised.length);
        if (config.actorCritic().normAdv()) {
            Moments.normalise(normalised);
        }
        advantages.weigh(normalised); // after its mean has gone: a baseline must carry the weights too
        network.loadParameters(behaviour); // Eq. 6: at φ_{k-1}, not at φ_k
        network.forward(observations.of(bank, shape.rows()), outputs);
        Map<String, Double> figures = loss(bank, update);
        network.backward(outputGradient, gradient);

        double norm = descent.step(parameters, gradient, update); // onto φ_k
        advantages.addFigures(figures);
        figures.put("grad_norm", norm);
        figures.put("learning_rate", descent.rate(update));
        return figures;
    }

    /** Fills the loss's gradient with respect to the network's output rows. */
    private Map<String, Double> loss(StorageBank bank, long update) {
        int rows = shape.rows();
        int width = shape.outputWidth();
        double entropyWeight = config.actorCritic().entCoef() / rows;
        double valueWeight = 2 * config.actorCritic().vfCoef() / rows;
        double policyLoss = 0;
        double valueLoss = 0;
        double entropy = 0;
        for (int row = 0; row < rows; row++) {
            distribution.evaluate(outputs, row * width, bank.actions(), row * shape.actionWidth());
            double advantage = normalised[row];
            double error = outputs[row * width + width - 1] - advantages.returns()[row];
            policyLoss -= advantage * distribution.logProbability();
            valueLoss += error * error;
            entropy += distribution.entropy();
            distribution.gradient(-advantage / rows, -entropyWeight, outputGradient, row * width);
            outputGradient[row * width + width - 1] = (float) (valueWeight * error);
        }
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("policy_loss", Finite.check("the policy loss", policyLoss / rows, update));
        figures.put("value_loss", Finite.check("the value loss", valueLoss / rows, update));
        figures.put("entropy", entropy / rows);
        figures.put("explained_variance", Moments.explainedVariance(advantages, bank));
        return figures;
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
