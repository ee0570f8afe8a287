package io.htsrl.learners.ppo;

import io.htsrl.core.math.DeterministicMath;
import io.htsrl.core.policy.DistributionHead.ActionDistribution;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.learners.onpolicy.BatchMoments;
import io.htsrl.learners.onpolicy.ReturnEstimates;
import io.htsrl.learners.optim.FiniteCheck;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * PPO's loss over the N rows of a minibatch that were not lost, and its gradient with respect to the network's output
 * rows: {@code mean(w max(-A r, -A clip(r, 1-ε, 1+ε))) + c_v L_v - c_e mean(H)} with {@code r = π(a|s) / π_p(a|s)} and
 * {@code w = π_p(a|s) / π_b(a|s)} for the {@link ProximalPolicy} π_p, which may be the behaviour policy π_b itself, and
 * {@code L_v = ½ mean(max((V - R)², (V_b + clip(V - V_b, -ε_v, ε_v) - R)²))} where the value loss is clipped, else {@code ½
 * mean((V - R)²)}. One thread; metrics are means over the minibatches since {@link #begin}.
 */
final class ClippedLoss {
    private final PpoConfig config;
    private final BankShape shape;
    private final ActionDistribution distribution;
    private final AnnealingHorizon updates;
    private final float[] advantage;
    private final float[] gradient;
    private StorageBank bank;
    private ReturnEstimates estimates;
    private ProximalPolicy proximal;
    private long update;
    private double clip;
    private double valueClip;
    private double entropyCoefficient;
    private int minibatches;
    private double policyLoss;
    private double valueLoss;
    private double entropy;
    private double clipFraction;
    private double minibatchKl;

    /** @param updates planned number of updates, for annealing */
    ClippedLoss(
            PpoConfig config, BankShape shape, int rows, ActionDistribution distribution, AnnealingHorizon updates) {
        this.config = config;
        this.shape = shape;
        this.distribution = distribution;
        this.updates = updates;
        this.advantage = new float[rows];
        this.gradient = new float[rows * shape.outputWidth()];
    }

    void begin(StorageBank newBank, ReturnEstimates newEstimates, ProximalPolicy newProximal, long newUpdate) {
        bank = newBank;
        estimates = newEstimates;
        proximal = newProximal;
        update = newUpdate;
        clip = config.clipCoef().at(update, updates);
        valueClip = config.valueClip().at(update, updates);
        entropyCoefficient = config.actorCritic().entCoef().at(update, updates);
        minibatches = 0;
        policyLoss = 0;
        valueLoss = 0;
        entropy = 0;
        clipFraction = 0;
        minibatchKl = 0;
    }

    /**
     * Computes the gradient for rows {@code order[from ..]} with output rows {@code outputs}; valid until the next
     * call.
     */
    float[] gradient(float[] outputs, int[] order, int from) {
        int rows = gatherAdvantages(order, from);
        double policySum = 0;
        double valueSum = 0;
        double entropySum = 0;
        double klSum = 0;
        int clipped = 0;
        double entropyWeight = entropyCoefficient / rows;
        int width = shape.outputWidth();
        int next = 0;
        for (int i = 0; i < advantage.length; i++) {
            int row = order[from + i];
            if (bank.lost(row)) {
                Arrays.fill(gradient, i * width, (i + 1) * width, 0);
                continue;
            }
            // 1 for the behaviour policy itself: no bit changes
            float weighted = advantage[next++] * proximal.weights()[row];
            distribution.evaluate(outputs, i * width, bank.actions(), row * shape.actionWidth());
            double logRatio = distribution.logProbability() - proximal.logProbabilities()[row];
            double ratio = DeterministicMath.exp(logRatio);
            double bounded = Math.max(1 - clip, Math.min(1 + clip, ratio));
            double free = -weighted * ratio;
            double bound = -weighted * bounded;
            policySum += Math.max(free, bound);
            entropySum += distribution.entropy();
            klSum += ratio - 1 - logRatio; // Schulman's estimator k3
            clipped += Math.abs(ratio - 1) > clip ? 1 : 0;
            // d(free)/d ln π = free; where the bound is the greater, the clip is active and its derivative 0
            distribution.gradient(free >= bound ? free / rows : 0, -entropyWeight, gradient, i * width);
            valueSum += value(outputs, i, row, rows);
        }
        policyLoss += FiniteCheck.check("the policy loss", policySum / rows, update);
        valueLoss += FiniteCheck.check("the value loss", 0.5 * valueSum / rows, update);
        entropy += entropySum / rows;
        clipFraction += (double) clipped / rows;
        minibatchKl = klSum / rows;
        minibatches++;
        return gradient;
    }

    /**
     * Gathers the advantages of a minibatch's rows that were not lost, in their order; returns their number, at least
     * 1.
     */
    private int gatherAdvantages(int[] order, int from) {
        int count = 0;
        for (int i = from; i < from + advantage.length; i++) {
            if (!bank.lost(order[i])) {
                advantage[count++] = estimates.advantages()[order[i]];
            }
        }
        if (config.actorCritic().normAdv() && count > 0) {
            BatchMoments.normalise(advantage, count);
        }
        return Math.max(1, count);
    }

    /** Writes the gradient of one row's value loss and returns its squared error. */
    private double value(float[] outputs, int i, int row, int rows) {
        int index = (i + 1) * shape.outputWidth() - 1;
        double target = estimates.returns()[row];
        double error = outputs[index] - target;
        double weight = config.actorCritic().vfCoef() / rows;
        if (config.clipVloss()) {
            double before = estimates.value(bank, row);
            double change = outputs[index] - before;
            double bounded = Math.max(-valueClip, Math.min(valueClip, change));
            double clippedError = before + bounded - target;
            if (clippedError * clippedError > error * error) {
                // the clipped value counts: it moves with V only while the clip is not active
                gradient[index] = bounded == change ? (float) (weight * clippedError) : 0;
                return clippedError * clippedError;
            }
        }
        gradient[index] = (float) (weight * error);
        return error * error;
    }

    /** Returns the approximate KL divergence from the proximal policy over the last minibatch. */
    double approximateKl() {
        return minibatchKl;
    }

    Map<String, Double> metrics() {
        Map<String, Double> metrics = new LinkedHashMap<>();
        metrics.put("policy_loss", policyLoss / minibatches);
        metrics.put("value_loss", valueLoss / minibatches);
        metrics.put("entropy", entropy / minibatches);
        metrics.put("approx_kl", minibatchKl);
        metrics.put("clipfrac", clipFraction / minibatches);
        return metrics;
    }
}
