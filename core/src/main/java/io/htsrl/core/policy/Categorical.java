package io.htsrl.core.policy;

import io.htsrl.core.error.DivergedException;
import io.htsrl.core.math.DeterministicMath;
import io.htsrl.core.policy.DistributionHead.ActionDistribution;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.service.VectorModule;
import java.util.Optional;

/** One of {@code count} discrete actions, by the softmax of as many logits. Immutable, any thread. */
public record Categorical(int count) implements DistributionHead {
    @Override
    public String name() {
        return "categorical";
    }

    @Override
    public int outputs() {
        return count;
    }

    @Override
    public int actionWidth() {
        return 1;
    }

    @Override
    public void sample(
            float[] outputs, int outputOffset, RandomStream draws, long step, float[] actions, int actionOffset) {
        actions[actionOffset] = draw(outputs, outputOffset, count, draws.uniform(step));
    }

    @Override
    public Optional<RowSampler> newSampler(int rows) {
        return VectorModule.isPresent() ? Optional.of(new CategoricalSampler(count, rows)) : Optional.empty();
    }

    @Override
    public void mode(float[] outputs, int outputOffset, float[] actions, int actionOffset) {
        OutputRow.checkNumbers(outputs, outputOffset, count, "action");
        actions[actionOffset] = OutputRow.indexOfGreatest(outputs, outputOffset, count);
    }

    @Override
    public ActionDistribution newDistribution() {
        return new CategoricalDistribution(count);
    }

    /**
     * Draws one of {@code count} indices by inversion: the first whose cumulative weight exceeds {@code uniform} times
     * the sum.
     *
     * @throws DivergedException when a logit is NaN or infinite
     */
    static int draw(float[] logits, int offset, int count, double uniform) {
        double max = OutputRow.greatest(logits, offset, count);
        double sum = OutputRow.weights(logits, offset, count, max);
        if (!(sum >= 1)) { // the greatest logit alone contributes 1, so this is NaN
            throw OutputRow.notFinite(logits, offset, count);
        }
        double threshold = uniform * sum;
        double cumulative = 0;
        int action = 0;
        while (action < count - 1) {
            cumulative += OutputRow.weight(logits[offset + action], max);
            if (cumulative > threshold) {
                break;
            }
            action++;
        }
        return action;
    }

    /** Softmax over logits: {@code ∂ ln π(a)/∂l_i = [i = a] - π_i} and {@code ∂H/∂l_i = -π_i (ln π_i + H)}. */
    static final class CategoricalDistribution implements ActionDistribution {
        private final double[] probabilities;
        private final double[] logProbabilities;
        private int action;
        private double entropy;

        /** @param count number of actions */
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

        @Override
        public double divergence(ActionDistribution other) {
            double[] others = ((CategoricalDistribution) other).logProbabilities;
            double sum = 0;
            for (int i = 0; i < probabilities.length; i++) {
                sum += probabilities[i] * (logProbabilities[i] - others[i]); // a forbidden action adds 0
            }
            return sum;
        }

        /** Multiplies by {@code diag(π) - π πᵀ}. */
        @Override
        public void fisher(double weight, float[] vector, int offset) {
            double mean = 0;
            for (int i = 0; i < probabilities.length; i++) {
                mean += probabilities[i] * vector[offset + i];
            }
            for (int i = 0; i < probabilities.length; i++) {
                vector[offset + i] = (float) (weight * probabilities[i] * (vector[offset + i] - mean));
            }
        }
    }
}
