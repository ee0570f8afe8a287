package io.htsrl.learners.onpolicy;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.storage.FinalObservations;
import io.htsrl.storage.StorageBank;

/**
 * A2C's and PPO's arithmetic for {@link io.htsrl.learners.Fixtures.LinearPolicy} as the papers write it: sums over
 * sums, in double, nothing shared with the learners. A bank's rows are numbered as there.
 */
public final class NaiveActorCritic {
    public final double[] returns;
    public final double[] advantages;
    public final double[] values;
    public final double[] x;
    public final int[] actions;
    private final double[][] logPolicy;
    private final int steps;
    private final int environments;
    private final double gamma;

    /** @param behaviour what bootstrap values are computed with; all else is what the bank holds */
    public NaiveActorCritic(StorageBank bank, float[] behaviour, double gamma, double lambda) {
        this.steps = bank.shape().steps();
        this.environments = bank.shape().environments();
        this.gamma = gamma;
        int rows = steps * environments;
        x = new double[rows];
        actions = new int[rows];
        values = new double[rows];
        logPolicy = new double[rows][];
        returns = new double[rows];
        advantages = new double[rows];
        ObservationSlot slot = new ObservationSlot();
        for (int row = 0; row < rows; row++) {
            x[row] = bank.observationSlot(row / environments, row % environments, slot)
                    .get(0);
            actions[row] = (int) bank.actions()[row];
            values[row] = bank.outputs()[3 * row + 2];
            logPolicy[row] = logSoftmax(bank.outputs()[3 * row], bank.outputs()[3 * row + 1]);
        }
        for (int row = 0; row < rows; row++) {
            double weight = 1;
            for (int later = row; later < rows; later += environments) { // Schulman et al. 2016, Eq. 16, as a sum
                advantages[row] += weight * delta(bank, behaviour, later);
                weight *= bank.terminated(later) || bank.truncated(later) ? 0 : gamma * lambda;
            }
            returns[row] = advantages[row] + values[row];
        }
    }

    private double delta(StorageBank bank, float[] behaviour, int row) {
        return bank.rewards()[row] + gamma * nextValue(bank, behaviour, row) - values[row];
    }

    private double nextValue(StorageBank bank, float[] behaviour, int row) {
        int step = row / environments;
        int environment = row % environments;
        ObservationSlot slot = new ObservationSlot();
        if (bank.terminated(row)) {
            return 0;
        }
        if (bank.truncated(row)) {
            FinalObservations finals = bank.finals(environment);
            int index = 0;
            while (finals.step(index) != step) {
                index++;
            }
            return behaviour[2] * finals.slot(index, slot).get(0);
        }
        return step + 1 < steps
                ? values[row + environments]
                : behaviour[2]
                        * bank.observationSlot(step + 1, environment, slot).get(0);
    }

    public static double[] logSoftmax(double a, double b) {
        double sum = Math.log(Math.exp(a) + Math.exp(b));
        return new double[] {a - sum, b - sum};
    }

    public int rows() {
        return x.length;
    }

    /** ln π_b of the action taken, by the outputs that the bank holds. */
    public double stored(int row) {
        return logPolicy[row][actions[row]];
    }

    /** ln π of both actions in {@code row} under {@code phi}. */
    public double[] logPolicy(double[] phi, int row) {
        return logSoftmax(phi[0] * x[row], phi[1] * x[row]);
    }

    public static double entropy(double[] logs) {
        return -Math.exp(logs[0]) * logs[0] - Math.exp(logs[1]) * logs[1];
    }

    /** Normalises to zero mean and unit standard deviation, as {@code torch.std} has it. */
    public static double[] normalised(double[] of) {
        double mean = 0;
        for (double value : of) {
            mean += value / of.length;
        }
        double variance = 0;
        for (double value : of) {
            variance += (value - mean) * (value - mean) / (of.length - 1);
        }
        double[] result = new double[of.length];
        for (int i = 0; i < of.length; i++) {
            result[i] = (of[i] - mean) / (Math.sqrt(variance) + 1e-8);
        }
        return result;
    }

    /** Scales {@code gradient} as {@code torch.nn.utils.clip_grad_norm_}; 0 for never. Returns the norm before. */
    public static double clip(double[] gradient, double max) {
        double norm = Math.sqrt(gradient[0] * gradient[0] + gradient[1] * gradient[1] + gradient[2] * gradient[2]);
        for (int i = 0; i < 3; i++) {
            gradient[i] *= max > 0 ? Math.min(1, max / (norm + 1e-6)) : 1;
        }
        return norm;
    }

    /** ∇ of Mnih et al.'s loss at {@code phi}: {@code mean(-A ln π) + c_v mean((R - V)²) - c_e mean(H)}. */
    public double[] a2cGradient(double[] phi, boolean norm, double entCoef, double vfCoef) {
        double[] a = norm ? normalised(advantages) : advantages;
        double[] g = new double[3];
        for (int row = 0; row < rows(); row++) {
            double[] logs = logPolicy(phi, row);
            for (int i = 0; i < 2; i++) {
                double p = Math.exp(logs[i]);
                double ofLog = (actions[row] == i ? 1 : 0) - p;
                double ofEntropy = -p * (logs[i] + entropy(logs));
                g[i] += x[row] / rows() * (-a[row] * ofLog - entCoef * ofEntropy);
            }
            g[2] += x[row] / rows() * vfCoef * 2 * (phi[2] * x[row] - returns[row]);
        }
        return g;
    }
}
