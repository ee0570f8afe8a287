package io.htsrl.core.policy;

import io.htsrl.core.math.DeterministicMath;

/**
 * Independent normal components, of rows {@code [means | log sigmas]}. With {@code z = (a - μ)/σ} each component has
 * {@code ln π = -z²/2 - ln σ - ln(2π)/2} and {@code H = ln σ + ln(2πe)/2}; {@code ∂ ln π/∂μ = z/σ},
 * {@code ∂ ln π/∂ ln σ = z² - 1} and {@code ∂H/∂ ln σ = 1}. One thread.
 */
final class GaussianDistribution implements ActionDistribution {
    /** ln(2π) / 2. */
    static final double HALF_LOG_TURN = 0.91893853320467274;

    private final double[] scores;
    private final double[] deviations;
    private double logProbability;
    private double entropy;

    GaussianDistribution(int width) {
        scores = new double[width];
        deviations = new double[width];
    }

    @Override
    public void evaluate(float[] outputs, int outputOffset, float[] actions, int actionOffset) {
        int width = scores.length;
        logProbability = 0;
        entropy = 0;
        for (int i = 0; i < width; i++) {
            double logStd = outputs[outputOffset + width + i];
            deviations[i] = DeterministicMath.exp(logStd);
            scores[i] = ((double) actions[actionOffset + i] - outputs[outputOffset + i]) / deviations[i];
            logProbability -= 0.5 * scores[i] * scores[i] + logStd + HALF_LOG_TURN;
            entropy += logStd + HALF_LOG_TURN + 0.5;
        }
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
}
