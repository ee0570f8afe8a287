package io.htsrl.learners.ppo;

import io.htsrl.core.time.AnnealedValue;
import io.htsrl.learners.onpolicy.Minibatches;
import io.htsrl.learners.onpolicy.NaiveActorCritic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * PPO for {@link io.htsrl.learners.Fixtures.LinearPolicy} (Schulman et al. 2017, Eq. 7 and 9, and CleanRL's details)
 * with the gradient taken by central differences of the loss: nothing is derived by hand. Adam in double.
 */
final class NaivePpo {
    private static final double H = 1e-6;

    private final PpoConfig config;
    private final long updates;
    private final double[] first = new double[3];
    private final double[] second = new double[3];
    private int adamSteps;
    private double[] begun;
    /** Of the last update: what was the mean over minibatches, or the last one's. */
    double policyLoss;

    double valueLoss;
    double entropy;
    double clipFraction;
    double norm;
    double rate;
    private long now;
    final List<Double> klAfterEpochs = new ArrayList<>();

    NaivePpo(PpoConfig config, long updates) {
        this.config = config;
        this.updates = updates;
    }

    /** What a minibatch's loss is made of. */
    private record Parts(double policy, double value, double entropy, double clipped, double kl) {}

    /** Steps from φ_k to φ_{k+1}. */
    double[] update(NaiveActorCritic data, Minibatches minibatches, double[] from, long update) {
        double[] phi = from.clone();
        begun = from.clone();
        int size = data.rows() / config.numMinibatches();
        now = update;
        rate = config.optimizer().learningRate().from()
                * (config.optimizer().annealLr() ? 1 - (double) update / updates : 1);
        policyLoss = 0;
        valueLoss = 0;
        entropy = 0;
        clipFraction = 0;
        klAfterEpochs.clear();
        int count = 0;
        for (int epoch = 0; epoch < config.updateEpochs(); epoch++) {
            int[] order = minibatches.shuffle(update, epoch).clone();
            double kl = 0;
            for (int begin = 0; begin < order.length; begin += size) {
                int[] rows = Arrays.copyOfRange(order, begin, begin + size);
                Parts parts = parts(data, rows, phi);
                policyLoss += parts.policy();
                valueLoss += parts.value();
                entropy += parts.entropy();
                clipFraction += parts.clipped();
                kl = parts.kl();
                count++;
                step(phi, gradient(data, rows, phi));
            }
            klAfterEpochs.add(kl);
            if (config.targetKl() > 0 && kl > config.targetKl()) {
                break;
            }
        }
        policyLoss /= count;
        valueLoss /= count;
        entropy /= count;
        clipFraction /= count;
        return phi;
    }

    /** A constant, or the point of a line. */
    private double now(AnnealedValue value) {
        return value.from() + (value.to() - value.from()) * now / updates;
    }

    private Parts parts(NaiveActorCritic data, int[] rows, double[] phi) {
        double[] a = new double[rows.length];
        for (int i = 0; i < a.length; i++) {
            a[i] = data.advantages[rows[i]];
        }
        a = config.actorCritic().normAdv() ? NaiveActorCritic.normalised(a) : a;
        double clip = now(config.clipCoef());
        double valueClip = config.clipRangeVf().from() > 0 ? now(config.clipRangeVf()) : clip;
        double n = rows.length;
        double policy = 0;
        double value = 0;
        double ofEntropy = 0;
        double clipped = 0;
        double kl = 0;
        for (int i = 0; i < rows.length; i++) {
            int row = rows[i];
            double[] logs = data.logPolicy(phi, row);
            double stored = data.stored(row);
            double around = config.clipAround() == PpoConfig.ClipAround.CURRENT
                    ? data.logPolicy(begun, row)[data.actions[row]]
                    : stored;
            double weight = Math.exp(around - stored);
            double ratio = Math.exp(logs[data.actions[row]] - around);
            double bounded = Math.min(Math.max(ratio, 1 - clip), 1 + clip);
            policy += weight * Math.max(-a[i] * ratio, -a[i] * bounded) / n;
            double v = phi[2] * data.x[row];
            double before = data.values[row];
            double free = Math.pow(v - data.returns[row], 2);
            double bound = Math.min(Math.max(v - before, -valueClip), valueClip);
            double near = Math.pow(before + bound - data.returns[row], 2);
            value += 0.5 * (config.clipVloss() ? Math.max(free, near) : free) / n;
            ofEntropy += NaiveActorCritic.entropy(logs) / n;
            clipped += (Math.abs(ratio - 1) > clip ? 1 : 0) / n;
            kl += (ratio - 1 - Math.log(ratio)) / n;
        }
        return new Parts(policy, value, ofEntropy, clipped, kl);
    }

    private double loss(NaiveActorCritic data, int[] rows, double[] phi) {
        Parts parts = parts(data, rows, phi);
        return parts.policy()
                + config.actorCritic().vfCoef() * parts.value()
                - now(config.actorCritic().entCoef()) * parts.entropy();
    }

    private double[] gradient(NaiveActorCritic data, int[] rows, double[] phi) {
        double[] g = new double[3];
        for (int i = 0; i < 3; i++) {
            double[] above = phi.clone();
            double[] below = phi.clone();
            above[i] += H;
            below[i] -= H;
            g[i] = (loss(data, rows, above) - loss(data, rows, below)) / (2 * H);
        }
        return g;
    }

    private void step(double[] phi, double[] g) {
        norm = NaiveActorCritic.clip(g, config.optimizer().maxGradNorm());
        adamSteps++;
        for (int i = 0; i < 3; i++) {
            first[i] = 0.9 * first[i] + 0.1 * g[i];
            second[i] = 0.999 * second[i] + 0.001 * g[i] * g[i];
            double m = first[i] / (1 - Math.pow(0.9, adamSteps));
            double v = second[i] / (1 - Math.pow(0.999, adamSteps));
            phi[i] -= rate * m / (Math.sqrt(v) + config.optimizer().epsilon());
        }
    }
}
