package io.htsrl.core.policy;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.math.DeterministicMath;
import io.htsrl.core.random.RandomStream;
import java.util.Arrays;

/**
 * Generalized state-dependent exploration (gSDE: Raffin, Kober, Stulp 2021, arXiv:2005.05719, Section 3): the noise on
 * the means is {@code x θ}, a linear function of the units x that the policy head reads, by a matrix {@code θ_ij =
 * exp(l_ij) ε_ij} that is held for some steps. Rows are {@code [means | x | l]} with {@code l [units][actions]} free. A
 * state's actions are normal with {@code σ_j² = Σ_i x_i² exp(2 l_ij) + 1e-6}; no gradient passes through x, both as in
 * Stable-Baselines3. Immutable, any thread.
 */
public final class StateDependentGaussian extends DiagonalGaussian {
    /** Added to each variance. */
    public static final double LEAST_VARIANCE = 1e-6;

    private final int units;

    /** Creates a head of no network, whose {@link #behind} gives that of a run. Parameters are the base class's. */
    public StateDependentGaussian(ActionSpace.Continuous box, double logStd, int noiseSteps) {
        this(box, logStd, noiseSteps, 0);
    }

    private StateDependentGaussian(ActionSpace.Continuous box, double logStd, int noiseSteps, int units) {
        super(box, logStd, noiseSteps);
        this.units = units;
    }

    @Override
    public String name() {
        return "state-dependent-gaussian";
    }

    @Override
    public DistributionHead behind(int newUnits, int steps) {
        return new StateDependentGaussian(box, logStd, noiseSteps < 0 ? steps : noiseSteps, newUnits);
    }

    @Override
    public int outputs() {
        return actionWidth() + repeatedOutputs() + freeOutputs();
    }

    @Override
    public int repeatedOutputs() {
        return units;
    }

    @Override
    public int freeOutputs() {
        return Math.multiplyExact(units, actionWidth());
    }

    @Override
    public void sample(
            float[] outputs, int outputOffset, RandomStream draws, long step, float[] actions, int actionOffset) {
        checkUnits();
        long draw = draw(step);
        for (int j = 0; j < actionWidth(); j++) {
            double action = outputs[outputOffset + j];
            for (int i = 0; i < units; i++) {
                double log = outputs[outputOffset + actionWidth() + units + i * actionWidth() + j];
                action += outputs[outputOffset + actionWidth() + i] * noise(log, draws, draw, i, j);
            }
            write(action, outputs, outputOffset, actions, actionOffset + j);
        }
    }

    private double noise(double log, RandomStream draws, long draw, int i, int j) {
        return DeterministicMath.exp(log) * draws.normal(draw, (long) i * actionWidth() + j);
    }

    private void write(double action, float[] outputs, int outputOffset, float[] actions, int to) {
        if (!Float.isFinite((float) action)) {
            throw OutputRow.notFinite(outputs, outputOffset, outputs());
        }
        actions[to] = (float) action;
    }

    /**
     * Creates a faster {@link #sample} for one replica, which keeps θ while neither its draw nor l changes. Its state
     * follows from the next row, so none is saved.
     */
    public ActionSelector newSelector() {
        checkUnits();
        return new HeldNoise();
    }

    @Override
    public ActionDistribution newDistribution() {
        checkUnits();
        return new StateDependentDistribution();
    }

    private void checkUnits() {
        if (units == 0) {
            throw new IllegalStateException("this head does not know the units of its network: call behind");
        }
    }

    /** The matrix {@code f(l)} of the newest row, whose l most rows share: kept as {@code [action][unit]}. */
    private abstract class MatrixOfRow {
        final double[] matrix = new double[freeOutputs()];
        private final float[] seen = new float[matrix.length];
        private boolean filled;

        abstract double element(double log, int i, int j);

        final void forget() {
            filled = false;
        }

        final void read(float[] outputs, int offset) {
            int at = offset + actionWidth() + units;
            if (filled && Arrays.equals(seen, 0, seen.length, outputs, at, at + seen.length)) {
                return; // bits, and NaN is NaN
            }
            System.arraycopy(outputs, at, seen, 0, seen.length);
            for (int i = 0; i < units; i++) {
                for (int j = 0; j < actionWidth(); j++) {
                    matrix[j * units + i] = element(seen[i * actionWidth() + j], i, j);
                }
            }
            filled = true;
        }
    }

    /** Draws of one replica. One thread. */
    private final class HeldNoise extends MatrixOfRow implements ActionSelector {
        private RandomStream stream;
        private long draw;

        @Override
        double element(double log, int i, int j) {
            return noise(log, stream, draw, i, j);
        }

        @Override
        public void select(
                float[] outputs, int outputOffset, RandomStream draws, long step, float[] actions, int actionOffset) {
            long now = draw(step);
            if (draws != stream || now != draw) {
                stream = draws;
                draw = now;
                forget();
            }
            read(outputs, outputOffset);
            for (int j = 0; j < actionWidth(); j++) {
                double action = outputs[outputOffset + j];
                for (int i = 0; i < units; i++) {
                    action += outputs[outputOffset + actionWidth() + i] * matrix[j * units + i];
                }
                write(action, outputs, outputOffset, actions, actionOffset + j);
            }
        }
    }

    /**
     * With {@code w_ij = exp(2 l_ij)}: {@code ∂σ_j²/∂l_ij = 2 x_i² w_ij}, so {@code ∂ ln π/∂l_ij = (z_j² - 1) x_i² w_ij
     * / σ_j²} and {@code ∂H/∂l_ij = x_i² w_ij / σ_j²}. One thread.
     */
    private final class StateDependentDistribution extends GaussianDistribution {
        private final double[] shares = new double[freeOutputs()]; // x_i² w_ij / σ_j²
        private final MatrixOfRow weights = new MatrixOfRow() {
            @Override
            double element(double log, int i, int j) {
                return DeterministicMath.exp(2 * log);
            }
        };

        StateDependentDistribution() {
            super(actionWidth());
        }

        @Override
        public void evaluate(float[] outputs, int outputOffset, float[] actions, int actionOffset) {
            clear();
            weights.read(outputs, outputOffset);
            int x = outputOffset + means.length;
            for (int j = 0; j < means.length; j++) {
                double sum = 0;
                for (int i = 0; i < units; i++) {
                    double unit = outputs[x + i];
                    shares[j * units + i] = unit * unit * weights.matrix[j * units + i];
                    sum += shares[j * units + i];
                }
                double variance = sum + LEAST_VARIANCE;
                double scale = 1 / variance;
                for (int i = 0; i < units; i++) {
                    shares[j * units + i] *= scale;
                }
                double logStd = 0.5 * DeterministicMath.log(variance);
                add(j, outputs[outputOffset + j], logStd, Math.sqrt(variance), actions[actionOffset + j]);
            }
        }

        @Override
        public void gradient(double dLogProbability, double dEntropy, float[] gradient, int offset) {
            Arrays.fill(gradient, offset + means.length, offset + means.length + units, 0);
            for (int j = 0; j < means.length; j++) {
                gradient[offset + j] = (float) (dLogProbability * scores[j] / deviations[j]);
                double ofLogStd = dLogProbability * (scores[j] * scores[j] - 1) + dEntropy;
                for (int i = 0; i < units; i++) {
                    gradient[logStd(offset, i, j)] = (float) (ofLogStd * shares[j * units + i]);
                }
            }
        }

        private int logStd(int offset, int i, int j) {
            return offset + means.length + units + i * means.length + j;
        }

        /** Multiplies the means' part by 1/σ², and that of l by {@code 2 s sᵀ} of each action's shares s. */
        @Override
        public void fisher(double weight, float[] vector, int offset) {
            Arrays.fill(vector, offset + means.length, offset + means.length + units, 0);
            for (int j = 0; j < means.length; j++) {
                vector[offset + j] = (float) (weight * vector[offset + j] / (deviations[j] * deviations[j]));
                double product = 0;
                for (int i = 0; i < units; i++) {
                    product += shares[j * units + i] * vector[logStd(offset, i, j)];
                }
                for (int i = 0; i < units; i++) {
                    vector[logStd(offset, i, j)] = (float) (2 * weight * product * shares[j * units + i]);
                }
            }
        }
    }
}
