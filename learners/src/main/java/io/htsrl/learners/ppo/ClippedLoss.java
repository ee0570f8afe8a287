package io.htsrl.learners.ppo;

import io.htsrl.core.math.DeterministicMath;
import io.htsrl.core.policy.DistributionHead;
import io.htsrl.core.policy.DistributionHead.ActionDistribution;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.learners.onpolicy.BatchMoments;
import io.htsrl.learners.onpolicy.MinibatchLoss;
import io.htsrl.learners.onpolicy.ReturnEstimates;
import io.htsrl.learners.optim.FiniteCheck;
import io.htsrl.storage.BankShape;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * PPO's loss over the N rows of a minibatch that were not lost, and its gradient with respect to the network's output
 * rows: {@code mean(w max(-A r, -A clip(r, 1-ε, 1+ε))) + c_v L_v - c_e mean(H)} with {@code r = π(a|s) / π_p(a|s)} and
 * {@code w = π_p(a|s) / π_b(a|s)} for the {@link ProximalPolicy} π_p, which may be the behaviour policy π_b itself, and
 * {@code L_v = ½ mean(max((V - R)², (V_b + clip(V - V_b, -ε_v, ε_v) - R)²))} where the value loss is clipped, else
 * {@code ½ mean((V - R)²)}. Metrics are means over the minibatches since {@link #begin}.
 */
final class ClippedLoss extends MinibatchLoss {
    private static final int POLICY = 0;
    private static final int VALUE = 1;
    private static final int ENTROPY = 2;
    private static final int KL = 3;
    private static final int CLIPPED = 4;

    private final PpoConfig config;
    private final BankShape shape;
    private final ActionDistribution[] distributions;
    private final AnnealingHorizon updates;
    private final float[] advantage;
    private ReturnEstimates estimates;
    private ProximalPolicy proximal;
    private double clip;
    private double valueClip;
    private double entropyCoefficient;
    private int minibatches;
    private double policyLoss;
    private double valueLoss;
    private double entropy;
    private double clipFraction;
    private double minibatchKl;

    /**
     * @param lanes lanes that compute rows
     * @param updates planned number of updates, for annealing
     */
    ClippedLoss(
            PpoConfig config, BankShape shape, int rows, DistributionHead head, int lanes, AnnealingHorizon updates) {
        super(shape.outputWidth(), 5, rows);
        this.config = config;
        this.shape = shape;
        this.distributions = head.newDistributions(lanes);
        this.updates = updates;
        this.advantage = new float[rows];
    }

    void begin(ReturnEstimates newEstimates, ProximalPolicy newProximal, long update) {
        estimates = newEstimates;
        proximal = newProximal;
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

    @Override
    protected void begin(int[] order, int from) {
        BatchMoments.gather(
                estimates.advantages(),
                bank(),
                order,
                from,
                config.actorCritic().normAdv(),
                advantage);
    }

    @Override
    protected void compute(int i, int row, float[] outputs, float[] gradient, int at, int lane) {
        ActionDistribution distribution = distributions[lane];
        // 1 for the behaviour policy itself: no bit changes
        float weighted = advantage[i] * proximal.weights()[row];
        distribution.evaluate(outputs, at, bank().actions(), row * shape.actionWidth());
        double logRatio = distribution.logProbability() - proximal.logProbabilities()[row];
        double ratio = DeterministicMath.exp(logRatio);
        double bounded = Math.max(1 - clip, Math.min(1 + clip, ratio));
        double free = -weighted * ratio;
        double bound = -weighted * bounded;
        set(POLICY, i, Math.max(free, bound));
        set(ENTROPY, i, distribution.entropy());
        set(KL, i, ratio - 1 - logRatio); // Schulman's estimator k3
        set(CLIPPED, i, Math.abs(ratio - 1) > clip ? 1 : 0);
        // d(free)/d ln π = free; where the bound is the greater, the clip is active and its derivative 0
        distribution.gradient(free >= bound ? free / learnt() : 0, -(entropyCoefficient / learnt()), gradient, at);
        set(VALUE, i, value(outputs, gradient, at + shape.outputWidth() - 1, row));
    }

    @Override
    protected void end(long update) {
        policyLoss += FiniteCheck.check("the policy loss", sum(POLICY) / learnt(), update);
        valueLoss += FiniteCheck.check("the value loss", 0.5 * sum(VALUE) / learnt(), update);
        entropy += sum(ENTROPY) / learnt();
        clipFraction += sum(CLIPPED) / learnt();
        minibatchKl = sum(KL) / learnt();
        minibatches++;
    }

    /** Writes the gradient of one row's value loss and returns its squared error. */
    private double value(float[] outputs, float[] gradient, int index, int row) {
        double target = estimates.returns()[row];
        double error = outputs[index] - target;
        double weight = config.actorCritic().vfCoef() / learnt();
        if (config.clipVloss()) {
            double before = estimates.value(bank(), row);
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
