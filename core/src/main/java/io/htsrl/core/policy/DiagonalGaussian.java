package io.htsrl.core.policy;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.math.DeterministicMath;
import io.htsrl.core.policy.DistributionHead.ActionDistribution;
import io.htsrl.core.random.RandomStream;

/**
 * Independent normal components with state-independent standard deviations: output rows are {@code [means | log
 * sigmas]}, the latter {@link #freeOutputs free}. Actions are drawn without bounds, and clipped into the box for
 * environments. A component whose mean is {@link OutputRow#FORBIDDEN} is none of the agent's: it is 0, and adds nothing
 * to densities and entropies; its gradient means nothing. Immutable, any thread.
 */
public class DiagonalGaussian implements DistributionHead {
    protected final ActionSpace.Continuous box;
    protected final double logStd;
    protected final int noiseSteps;
    private final int width;
    private final float[] low;
    private final float[] high;

    /**
     * @param logStd logarithm of the initial standard deviations
     * @param noiseSteps steps of a replica that use one draw: with more than 1, the noise on the means changes slowly,
     *     while densities stay those of each step by itself; -1 for the steps of a rollout
     */
    public DiagonalGaussian(ActionSpace.Continuous box, double logStd, int noiseSteps) {
        this.box = box;
        this.width = box.width();
        this.low = box.low();
        this.high = box.high();
        this.logStd = logStd;
        this.noiseSteps = noiseSteps;
    }

    @Override
    public String name() {
        return "gaussian";
    }

    @Override
    public DistributionHead behind(int units, int steps) {
        return noiseSteps < 0 ? new DiagonalGaussian(box, logStd, steps) : this;
    }

    /** Returns the first coordinate of the draws of a replica's step. */
    protected final long draw(long step) {
        if (noiseSteps < 0) {
            throw new IllegalStateException("this head does not know the steps of a rollout: call behind");
        }
        return step / noiseSteps;
    }

    @Override
    public int outputs() {
        return 2 * width;
    }

    @Override
    public int freeOutputs() {
        return width;
    }

    @Override
    public float firstFreeOutput() {
        return (float) logStd;
    }

    @Override
    public int actionWidth() {
        return width;
    }

    @Override
    public void sample(
            float[] outputs, int outputOffset, RandomStream draws, long step, float[] actions, int actionOffset) {
        long draw = draw(step);
        for (int i = 0; i < width; i++) {
            if (outputs[outputOffset + i] == OutputRow.FORBIDDEN) {
                actions[actionOffset + i] = 0;
                continue;
            }
            double deviation = DeterministicMath.exp(outputs[outputOffset + width + i]);
            float action = (float) (outputs[outputOffset + i] + deviation * draws.normal(draw, i));
            if (!Float.isFinite(action)) {
                throw OutputRow.notFinite(outputs, outputOffset, 2 * width);
            }
            actions[actionOffset + i] = action;
        }
    }

    @Override
    public void mode(float[] outputs, int outputOffset, float[] actions, int actionOffset) {
        OutputRow.checkNumbers(outputs, outputOffset, width, "component");
        for (int i = 0; i < width; i++) {
            float mean = outputs[outputOffset + i];
            actions[actionOffset + i] = mean == OutputRow.FORBIDDEN ? 0 : mean;
        }
    }

    @Override
    public boolean converts() {
        return true;
    }

    @Override
    public void toEnvironment(float[] actions, int actionOffset, float[] converted, int convertedOffset) {
        for (int i = 0; i < width; i++) {
            converted[convertedOffset + i] = Math.min(Math.max(actions[actionOffset + i], low[i]), high[i]);
        }
    }

    @Override
    public ActionDistribution newDistribution() {
        return new GaussianDistribution(width);
    }

    /**
     * Independent normal components, of rows {@code [means | log sigmas]}. With {@code z = (a - μ)/σ} each component
     * has {@code ln π = -z²/2 - ln σ - ln(2π)/2} and {@code H = ln σ + ln(2πe)/2}; {@code ∂ ln π/∂μ = z/σ}, {@code ∂ ln
     * π/∂ ln σ = z² - 1} and {@code ∂H/∂ ln σ = 1}. One thread.
     */
    static class GaussianDistribution implements ActionDistribution {
        /** ln(2π) / 2. */
        static final double HALF_LOG_TURN = 0.91893853320467274;

        protected final double[] means;
        protected final double[] scores;
        protected final double[] deviations;
        private double logProbability;
        private double entropy;

        GaussianDistribution(int width) {
            means = new double[width];
            scores = new double[width];
            deviations = new double[width];
        }

        @Override
        public void evaluate(float[] outputs, int outputOffset, float[] actions, int actionOffset) {
            clear();
            for (int i = 0; i < means.length; i++) {
                if (outputs[outputOffset + i] == OutputRow.FORBIDDEN) {
                    means[i] = OutputRow.FORBIDDEN;
                    scores[i] = 0;
                    deviations[i] = 1;
                    continue;
                }
                double logStd = outputs[outputOffset + means.length + i];
                add(i, outputs[outputOffset + i], logStd, DeterministicMath.exp(logStd), actions[actionOffset + i]);
            }
        }

        /** Begins the sums over the components of a row. */
        protected final void clear() {
            logProbability = 0;
            entropy = 0;
        }

        /** Adds a component to the sums. */
        protected final void add(int i, double mean, double logStd, double deviation, double action) {
            means[i] = mean;
            deviations[i] = deviation;
            scores[i] = (action - mean) / deviation;
            logProbability -= 0.5 * scores[i] * scores[i] + logStd + HALF_LOG_TURN;
            entropy += logStd + HALF_LOG_TURN + 0.5;
        }

        @Override
        public double logProbability() {
            return logProbability;
        }

        @Override
        public double entropy() {
            return entropy;
        }

        @Override
        public void gradient(double dLogProbability, double dEntropy, float[] gradient, int offset) {
            int width = scores.length;
            for (int i = 0; i < width; i++) {
                gradient[offset + i] = (float) (dLogProbability * scores[i] / deviations[i]);
                gradient[offset + width + i] = (float) (dLogProbability * (scores[i] * scores[i] - 1) + dEntropy);
            }
        }

        @Override
        public double divergence(ActionDistribution other) {
            GaussianDistribution to = (GaussianDistribution) other;
            double sum = 0;
            for (int i = 0; i < means.length; i++) {
                double ratio = deviations[i] / to.deviations[i];
                double shift = (means[i] - to.means[i]) / to.deviations[i];
                sum += 0.5 * (ratio * ratio + shift * shift - 1) - DeterministicMath.log(ratio);
            }
            return sum;
        }

        /** Multiplies the means' part by 1/σ² and that of ln σ by 2. */
        @Override
        public void fisher(double weight, float[] vector, int offset) {
            for (int i = 0; i < means.length; i++) {
                vector[offset + i] = (float) (weight * vector[offset + i] / (deviations[i] * deviations[i]));
                vector[offset + means.length + i] *= (float) (2 * weight);
            }
        }
    }
}
