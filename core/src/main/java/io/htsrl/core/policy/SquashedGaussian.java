package io.htsrl.core.policy;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.math.DeterministicMath;
import io.htsrl.core.policy.DiagonalGaussian.GaussianDistribution;
import io.htsrl.core.random.RandomStream;

/**
 * {@code a = tanh(u)} of independent normal {@code u = μ + σε} (SAC): output rows are {@code [means | s]}, and
 * {@link LogStd} computes log sigmas from s. Actions are stored in [-1, 1], and scaled to the box for environments;
 * densities refer to [-1, 1]. Immutable, any thread.
 */
public final class SquashedGaussian extends TanhHead {

    /** Maps from an output to the logarithm of a standard deviation. */
    public enum LogStd {

        /** Maps with tanh onto [-5, 2] (CleanRL). */
        TANH {
            @Override
            double of(double output) {
                return -5 + 3.5 * (DeterministicMath.tanh(output) + 1);
            }

            @Override
            double slope(double output) {
                double tanh = DeterministicMath.tanh(output);
                return 3.5 * (1 - tanh * tanh);
            }
        },

        /** Uses the output itself, clamped to [-20, 2] (Haarnoja et al. 2018, Stable-Baselines3). */
        CLAMP {
            @Override
            double of(double output) {
                return Math.min(Math.max(output, -20), 2);
            }

            @Override
            double slope(double output) {
                return output >= -20 && output <= 2 ? 1 : 0;
            }
        };

        abstract double of(double output);

        /** Returns the derivative. */
        abstract double slope(double output);
    }

    private final LogStd logStd;

    /** @throws IllegalArgumentException when a bound is infinite */
    public SquashedGaussian(ActionSpace.Continuous box, LogStd logStd) {
        super(box);
        this.logStd = logStd;
    }

    public LogStd logStd() {
        return logStd;
    }

    @Override
    public String name() {
        return "squashed-gaussian";
    }

    @Override
    public int outputs() {
        return 2 * actionWidth();
    }

    @Override
    public void sample(
            float[] outputs, int outputOffset, RandomStream draws, long step, float[] actions, int actionOffset) {
        for (int i = 0; i < actionWidth(); i++) {
            actions[actionOffset + i] = component(outputs, outputOffset, i, draws.normal(step, i));
        }
    }

    /** Writes the action of one output row for a given ε. */
    void act(float[] outputs, int outputOffset, double[] epsilon, float[] actions, int actionOffset) {
        for (int i = 0; i < actionWidth(); i++) {
            actions[actionOffset + i] = component(outputs, outputOffset, i, epsilon[i]);
        }
    }

    private float component(float[] outputs, int outputOffset, int i, double epsilon) {
        double deviation = DeterministicMath.exp(logStd.of(outputs[outputOffset + actionWidth() + i]));
        double u = outputs[outputOffset + i] + deviation * epsilon;
        if (!Double.isFinite(u)) {
            throw OutputRow.notFinite(outputs, outputOffset, outputs());
        }
        return (float) DeterministicMath.tanh(u);
    }

    /** Creates differentiable draws, for one thread. */
    public SquashedDraw newDraw() {
        return new SquashedDraw(actionWidth(), logStd);
    }

    /**
     * An action of a {@link SquashedGaussian} as a function of its output row at a fixed draw ε (the reparametrisation
     * of Haarnoja et al. 2018, Eq. 11): its log-probability, and the gradient of a loss of both. One thread; the other
     * calls refer to the row given to {@link #draw}.
     *
     * <p>{@code ln π = Σ -ε²/2 - ln σ - ln(2π)/2 - 2(ln 2 - u - softplus(-2u))}; the last term is ln(1 - tanh² u) in a
     * form without cancellation, and its derivative by u is -2 tanh u.
     */
    public static final class SquashedDraw {
        private static final double LOG_2 = 0.69314718055994531;

        private final int width;
        private final SquashedGaussian.LogStd logStd;
        private final double[] tanh;
        private final double[] noise; // σε
        private final double[] slopes;
        private double logProbability;

        SquashedDraw(int width, SquashedGaussian.LogStd logStd) {
            this.width = width;
            this.logStd = logStd;
            tanh = new double[width];
            noise = new double[width];
            slopes = new double[width];
        }

        /**
         * Writes the action of one output row, equal to {@link SquashedGaussian#sample} with these draws.
         *
         * @param step the first coordinate of the draws; the dimension is the second
         */
        public void draw(
                float[] outputs, int outputOffset, RandomStream draws, long step, float[] actions, int actionOffset) {
            logProbability = 0;
            for (int i = 0; i < width; i++) {
                double s = outputs[outputOffset + width + i];
                double log = logStd.of(s);
                double epsilon = draws.normal(step, i);
                noise[i] = DeterministicMath.exp(log) * epsilon;
                slopes[i] = logStd.slope(s);
                double u = outputs[outputOffset + i] + noise[i];
                tanh[i] = DeterministicMath.tanh(u);
                double squash = 2 * (LOG_2 - u - DeterministicMath.softplus(-2 * u));
                logProbability -= 0.5 * epsilon * epsilon + log + GaussianDistribution.HALF_LOG_TURN + squash;
                actions[actionOffset + i] = (float) tanh[i];
            }
        }

        /** Returns ln π(a|s) of the drawn action, as a density in [-1, 1]. */
        public double logProbability() {
            return logProbability;
        }

        /**
         * Writes the gradient of a loss with respect to the output row.
         *
         * @param ofAction gradient of the loss with respect to the action
         * @param ofLogProbability derivative of the loss by ln π(a|s)
         */
        public void gradient(
                float[] ofAction, int ofActionOffset, double ofLogProbability, float[] gradient, int offset) {
            for (int i = 0; i < width; i++) {
                double ofU = ofAction[ofActionOffset + i] * (1 - tanh[i] * tanh[i]) + ofLogProbability * 2 * tanh[i];
                gradient[offset + i] = (float) ofU;
                gradient[offset + width + i] = (float) ((ofU * noise[i] - ofLogProbability) * slopes[i]);
            }
        }
    }
}
