package io.htsrl.core.policy;

import io.htsrl.core.math.DeterministicMath;
import io.htsrl.core.random.RandomStream;

/**
 * An action of a {@link SquashedGaussian} as a function of its output row at a fixed draw ε (the reparametrisation of
 * Haarnoja et al. 2018, Eq. 11): its log-probability, and the gradient of a loss of both. One thread;
 * {@link #draw} fixes what the other calls speak of.
 *
 * <p>{@code ln π = Σ -ε²/2 - ln σ - ln(2π)/2 - 2(ln 2 - u - softplus(-2u))}, the last term being ln(1 - tanh² u) in a
 * form that does not cancel; its derivative by u is -2 tanh u.
 */
public final class SquashedDraw {
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
     * Writes the action of one output row; the same as {@link SquashedGaussian#sample} with these draws.
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

    /** ln π(a|s) of the action drawn, as a density in [-1, 1]. */
    public double logProbability() {
        return logProbability;
    }

    /**
     * Writes the gradient of a loss with respect to the output row.
     *
     * @param ofAction         the loss's gradient with respect to the action
     * @param ofLogProbability its derivative by ln π(a|s)
     */
    public void gradient(float[] ofAction, int ofActionOffset, double ofLogProbability, float[] gradient, int offset) {
        for (int i = 0; i < width; i++) {
            double ofU = ofAction[ofActionOffset + i] * (1 - tanh[i] * tanh[i]) + ofLogProbability * 2 * tanh[i];
            gradient[offset + i] = (float) ofU;
            gradient[offset + width + i] = (float) ((ofU * noise[i] - ofLogProbability) * slopes[i]);
        }
    }
}
