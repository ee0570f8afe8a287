package io.htsrl.learners.trpo;

import io.htsrl.core.math.DeterministicMath;
import io.htsrl.core.policy.DistributionHead;
import io.htsrl.core.policy.DistributionHead.ActionDistribution;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.learners.onpolicy.BankRows;
import io.htsrl.learners.onpolicy.BatchMoments;
import io.htsrl.learners.optim.FiniteCheck;
import io.htsrl.policies.kernel.Kernels;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import java.util.Arrays;
import java.util.Map;

/**
 * Policy's step (Schulman et al. 2015, Appendix C): raises {@code L(φ) = mean(A π_φ(a|s) / π_b(a|s)) + c_e mean(H)},
 * π_b from the stored outputs, along {@code x = (F + λI)⁻¹ ∇L} while {@code mean KL(π_φk ‖ π_φ) < δ}. F is the Fisher
 * information at φ_k, {@code mean(Jᵀ M J)} with the output rows' Jacobian J and the head's Fisher matrix M: products
 * with it are exact but for rounding. Sums are in double in row order. One thread.
 */
final class TrustRegionStep {
    private final TrpoConfig config;
    private final BankShape shape;
    private final GradientNetwork network;
    private final int rows;
    private final BankRows observations;
    private final ActionDistribution current;
    private final ActionDistribution candidate;
    private final ConjugateGradient solver;
    private final float[] advantage;
    private final double[] storedLog;
    private final float[] outputs; // at φ_k
    private final float[] candidates; // at the parameters that the line search tries
    private final float[] outputGradient;
    private final float[] gradient;
    private final float[] direction; // of a product; then the parameters that the line search tries
    // the current update
    private StorageBank bank;
    private int[] order;
    private int learnt;
    private double entropyCoefficient;
    private double meanEntropy;
    private double divergence;

    /** @param network of the policy, with room for all rows of a bank */
    TrustRegionStep(TrpoConfig config, BankShape shape, GradientNetwork network, DistributionHead head) {
        this.config = config;
        this.shape = shape;
        this.network = network;
        this.rows = shape.rows() / config.subSamplingFactor();
        this.observations = new BankRows(rows);
        this.current = head.newDistribution();
        this.candidate = head.newDistribution();
        this.solver = new ConjugateGradient(network.parameterCount(), config.cgMaxSteps());
        this.advantage = new float[rows];
        this.storedLog = new double[rows];
        this.outputs = new float[rows * shape.outputWidth()];
        this.candidates = new float[outputs.length];
        this.outputGradient = new float[outputs.length];
        this.gradient = new float[network.parameterCount()];
        this.direction = new float[network.parameterCount()];
    }

    /**
     * Makes the step from {@code parameters}, in place; changes nothing where the line search fails.
     *
     * @param newOrder order of the bank's rows, the first of which are used
     * @param advantages of all rows
     */
    void step(
            StorageBank newBank,
            int[] newOrder,
            float[] advantages,
            double newEntropyCoefficient,
            float[] parameters,
            long update,
            Map<String, Double> metrics) {
        bank = newBank;
        order = newOrder;
        entropyCoefficient = newEntropyCoefficient;
        gather(advantages);
        ObservationBatch batch = observations.of(bank, order, 0, rows);
        network.loadParameters(parameters);
        network.forward(batch, outputs);
        double before = FiniteCheck.check("the policy objective", objective(outputs), update);
        differentiate();
        double norm = Math.sqrt(Kernels.parameters().sumOfSquares(gradient));
        FiniteCheck.check("the norm of the policy's gradient", norm, update);
        double[] solution = solver.solve(gradient, this::product);
        double curvature = FiniteCheck.check("the step's curvature", solver.curvature(this::product), update);
        double objective = before;
        double kl = 0;
        int tries = 0;
        boolean found = false;
        double scale = Math.sqrt(2 * config.targetKl() / curvature);
        while (curvature > 0 && !found && tries < config.lineSearchMaxIter()) {
            for (int i = 0; i < direction.length; i++) {
                direction[i] = (float) (parameters[i] + scale * solution[i]);
            }
            network.loadParameters(direction);
            network.forward(batch, candidates);
            objective = objective(candidates);
            found = divergence < config.targetKl() && objective > before; // false for NaN
            scale *= config.lineSearchShrinkingFactor();
            tries++;
        }
        if (found) {
            System.arraycopy(direction, 0, parameters, 0, direction.length);
            kl = divergence;
        }
        metrics.put("policy_objective", found ? objective : before);
        metrics.put("kl_divergence", kl);
        metrics.put("entropy", meanEntropy);
        metrics.put("line_search_success", found ? 1.0 : 0.0);
        metrics.put("line_search_steps", (double) tries);
    }

    /** Gathers the rows' advantages, normalised if configured, and stored log-probabilities. */
    private void gather(float[] advantages) {
        int count = 0;
        for (int i = 0; i < rows; i++) {
            int row = order[i];
            if (!bank.lost(row)) {
                advantage[count++] = advantages[row];
            }
            evaluate(current, bank.outputs(), row, row);
            storedLog[i] = current.logProbability();
        }
        if (config.actorCritic().normAdv() && count > 0) {
            BatchMoments.normalise(advantage, count);
        }
        learnt = Math.max(1, count);
    }

    private void evaluate(ActionDistribution distribution, float[] from, int i, int row) {
        distribution.evaluate(from, i * shape.outputWidth(), bank.actions(), row * shape.actionWidth());
    }

    /** Returns L of these output rows; sets their divergence from those at φ_k, and their entropy. */
    private double objective(float[] ofRows) {
        double surrogate = 0;
        double entropy = 0;
        double kl = 0;
        int next = 0;
        for (int i = 0; i < rows; i++) {
            int row = order[i];
            if (!bank.lost(row)) {
                evaluate(candidate, ofRows, i, row);
                evaluate(current, outputs, i, row);
                surrogate += advantage[next++] * ratio(candidate, i);
                entropy += candidate.entropy();
                kl += current.divergence(candidate);
            }
        }
        divergence = kl / learnt;
        if (ofRows == outputs) {
            meanEntropy = entropy / learnt;
        }
        return (surrogate + entropyCoefficient * entropy) / learnt;
    }

    private double ratio(ActionDistribution distribution, int i) {
        return DeterministicMath.exp(distribution.logProbability() - storedLog[i]);
    }

    /** Computes ∇L at φ_k. */
    private void differentiate() {
        int width = shape.outputWidth();
        Arrays.fill(outputGradient, 0);
        int next = 0;
        for (int i = 0; i < rows; i++) {
            int row = order[i];
            if (!bank.lost(row)) {
                evaluate(current, outputs, i, row);
                double weight = advantage[next++] * ratio(current, i) / learnt;
                current.gradient(weight, entropyCoefficient / learnt, outputGradient, i * width);
            }
        }
        network.backward(outputGradient, gradient);
    }

    /**
     * Computes {@code product = (F + λI) vector}, for the network's rows at φ_k. Like ∇L, the vector is 0 for the
     * value's parameters, so the value's output does not change along it.
     */
    private void product(double[] vector, double[] product) {
        int width = shape.outputWidth();
        for (int i = 0; i < vector.length; i++) {
            direction[i] = (float) vector[i];
        }
        network.jacobianProduct(direction, outputGradient);
        for (int i = 0; i < rows; i++) {
            int row = order[i];
            if (bank.lost(row)) {
                Arrays.fill(outputGradient, i * width, (i + 1) * width, 0);
            } else {
                evaluate(current, outputs, i, row);
                current.fisher(1.0 / learnt, outputGradient, i * width);
            }
        }
        network.backward(outputGradient, direction);
        for (int i = 0; i < product.length; i++) {
            product[i] = direction[i] + config.cgDamping() * vector[i];
        }
    }
}
