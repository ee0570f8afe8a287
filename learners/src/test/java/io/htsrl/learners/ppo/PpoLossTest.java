package io.htsrl.learners.ppo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.policy.Categorical;
import io.htsrl.core.policy.DiagonalGaussian;
import io.htsrl.core.policy.DistributionHead;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.time.AnnealedValue;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.learners.Fixtures;
import io.htsrl.learners.onpolicy.ActorCriticConfig;
import io.htsrl.learners.onpolicy.ReturnEstimates;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.learners.statistics.RewardScale;
import io.htsrl.storage.StorageBank;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares the loss and its gradient with a naive loss in double and its finite differences. */
class PpoLossTest {
    private static final float[] BEHAVIOUR = {0.5f, -0.6f, 0.4f};
    private static final ActionSpace.Continuous BOX = new ActionSpace.Continuous(new float[] {-1}, new float[] {1});
    private static final double CLIP = 0.2;
    private static final double ENT = 0.03;
    private static final double VF = 0.5;

    private final StorageBank bank = Fixtures.bank(16, 4, BEHAVIOUR, 11);
    private final int rows = bank.shape().rows();

    private double[] naive(
            double[] outputs,
            ReturnEstimates estimates,
            float[] old,
            boolean norm,
            double valueClip,
            boolean gaussian) {
        double[] a = new double[rows];
        double mean = 0;
        for (int i = 0; i < rows; i++) {
            a[i] = estimates.advantages()[i];
            mean += a[i] / rows;
        }
        double variance = 0;
        for (double x : a) {
            variance += (x - mean) * (x - mean) / (rows - 1);
        }
        double policy = 0;
        double value = 0;
        double entropy = 0;
        for (int i = 0; i < rows; i++) {
            double advantage = norm ? (a[i] - mean) / (Math.sqrt(variance) + 1e-8) : a[i];
            double[] said = gaussian ? gaussian(outputs, i) : categorical(outputs, i);
            entropy += said[1];
            double ratio = Math.exp(said[0] - old[i]);
            double bounded = Math.min(Math.max(ratio, 1 - CLIP), 1 + CLIP);
            policy += Math.max(-advantage * ratio, -advantage * bounded);
            double v = outputs[3 * i + 2];
            double target = estimates.returns()[i];
            double before = estimates.value(bank, i);
            double near = before + Math.min(Math.max(v - before, -valueClip), valueClip);
            double free = (v - target) * (v - target);
            value += Math.max(free, (near - target) * (near - target));
        }
        return new double[] {policy / rows, 0.5 * value / rows, entropy / rows};
    }

    /** ln π of the action taken, and the entropy. */
    private double[] categorical(double[] outputs, int i) {
        double l0 = outputs[3 * i];
        double l1 = outputs[3 * i + 1];
        double logSum = Math.log(Math.exp(l0) + Math.exp(l1));
        double[] logs = {l0 - logSum, l1 - logSum};
        double entropy = -Math.exp(logs[0]) * logs[0] - Math.exp(logs[1]) * logs[1];
        return new double[] {logs[(int) bank.actions()[i]], entropy};
    }

    /** Reads rows {@code [mean, log sigma | value]}, and the action's index as a number. */
    private double[] gaussian(double[] outputs, int i) {
        double logStd = outputs[3 * i + 1];
        double z = (bank.actions()[i] - outputs[3 * i]) / Math.exp(logStd);
        double constant = Math.log(2 * Math.PI) / 2;
        return new double[] {-z * z / 2 - logStd - constant, logStd + constant + 0.5};
    }

    private static double total(double[] parts) {
        return parts[0] + VF * parts[1] - ENT * parts[2];
    }

    @ParameterizedTest
    @CsvSource({
        "true,true,false,0",
        "true,true,false,0.05",
        "true,true,false,0.45",
        "true,false,false,0",
        "false,true,false,0",
        "false,false,false,0",
        "true,true,true,0",
        "false,false,true,0"
    })
    void shouldHaveTheGradientOfFiniteDifferences(
            boolean norm, boolean clipValue, boolean gaussian, double clipRangeVf) {
        double valueClip = !clipValue ? Double.POSITIVE_INFINITY : clipRangeVf == 0 ? CLIP : clipRangeVf;
        PpoConfig config = new PpoConfig(
                new ActorCriticConfig(0.9, 0.95, norm, ENT, VF),
                new OptimizerConfig(OptimizerConfig.Kind.ADAM, 1e-3, false, 1e-5, 0.99, 0.5),
                1,
                1,
                AnnealedValue.of(CLIP),
                clipValue,
                AnnealedValue.of(clipRangeVf),
                0,
                PpoConfig.ClipAround.BEHAVIOUR);
        ReturnEstimates estimates =
                new ReturnEstimates(bank.shape(), new Fixtures.LinearPolicy(), 0.9, 0.95, RewardScale.NONE);
        estimates.compute(bank, BEHAVIOUR);
        DistributionHead head = gaussian ? new DiagonalGaussian(BOX, 0, 1) : new Categorical(2);
        ProximalPolicy proximal = new ProximalPolicy(bank.shape(), rows, head.newDistribution());
        proximal.behaviour(bank);
        float[] old = proximal.logProbabilities();
        float[] outputs = new float[rows * 3];
        int[] order = new int[rows];
        RandomStream draws = RandomStream.root(2).spawn("outputs");
        for (int i = 0; i < rows; i++) {
            order[i] = i;
            for (int j = 0; j < 3; j++) { // far enough from the behaviour for every clip to be active somewhere
                outputs[3 * i + j] = bank.outputs()[3 * i + j] + (float) (1.2 * draws.uniform(i, j) - 0.6);
            }
        }
        ClippedLoss loss = new ClippedLoss(config, bank.shape(), rows, head, 2, AnnealingHorizon.of(1));
        loss.begin(estimates, proximal, 0);
        loss.start(bank, order, 0, rows);
        float[] gradient = new float[outputs.length];
        loss.compute(outputs, gradient, rows / 2, rows - rows / 2, 1); // rows in any order, on any lane
        loss.compute(outputs, gradient, 0, rows / 2, 0);
        loss.end(0);

        double[] at = new double[outputs.length];
        for (int i = 0; i < at.length; i++) {
            at[i] = outputs[i];
        }
        double[] parts = naive(at, estimates, old, norm, valueClip, gaussian);
        assertEquals(parts[0], loss.metrics().get("policy_loss"), 1e-6);
        assertEquals(parts[1], loss.metrics().get("value_loss"), 1e-6);
        assertEquals(parts[2], loss.metrics().get("entropy"), 1e-6);
        assertTrue(loss.metrics().get("clipfrac") > 0.1, "some ratios are clipped");
        for (int i = 0; i < at.length; i++) {
            double middle = at[i];
            at[i] = middle + 1e-6;
            double above = total(naive(at, estimates, old, norm, valueClip, gaussian));
            at[i] = middle - 1e-6;
            double below = total(naive(at, estimates, old, norm, valueClip, gaussian));
            at[i] = middle;
            assertEquals((above - below) / 2e-6, gradient[i], 2e-6, "element " + i);
        }
    }
}
