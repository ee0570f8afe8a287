package io.htsrl.core.policy;

import io.htsrl.core.math.DeterministicMath;

/** Softmax over logits: {@code ∂ ln π(a)/∂l_i = [i = a] - π_i} and {@code ∂H/∂l_i = -π_i (ln π_i + H)}. */
final class CategoricalDistribution implements ActionDistribution {
    private final double[] probabilities;
    private final double[] logProbabilities;
    private int action;
    private double entropy;

    /** @param count of actions */
    CategoricalDistribution(int count) {
        probabilities = new double[count];
        logProbabilities = new double[count];
    }

    @Override
    public void evaluate(float[] outputs, int outputOffset, float[] actions, int actionOffset) {
        double max = OutputRow.greatest(outputs, outputOffset, probabilities.length);
        double sum = 0;
        for (int i = 0; i < probabilities.length; i++) {
            logProbabilities[i] = outputs[outputOffset + i] - max;
            probabilities[i] = OutputRow.weight(outputs[outputOffset + i], max);
            sum += probabilities[i];
        }
        double logSum = DeterministicMath.log(sum);
        double inverse = 1 / sum;
        entropy = 0;
        for (int i = 0; i < probabilities.length; i++) {
            probabilities[i] *= inverse;
            logProbabilities[i] -= logSum;
            entropy -= probabilities[i] * logProbabilities[i];
        }
        action = (int) actions[actionOffset];
    }

    @Override
    public double logProbability() {
        return logProbabilities[action];
    }

    @Override
    public double entropy() {
        return entropy;
    }

    @Override
    public void gradient(double dLogProbability, double dEntropy, float[] gradient, int offset) {
        for (int i = 0; i < probabilities.length; i++) {
            double ofLogProbability = (i == action ? 1 : 0) - probabilities[i];
            double ofEntropy = -probabilities[i] * (logProbabilities[i] + entropy);
            gradient[offset + i] = (float) (dLogProbability * ofLogProbability + dEntropy * ofEntropy);
        }
    }
}
