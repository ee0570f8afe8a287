package io.htsrl.core.policy;

import io.htsrl.core.policy.Categorical.CategoricalDistribution;
import io.htsrl.core.policy.DistributionHead.ActionDistribution;
import io.htsrl.core.random.RandomStream;
import java.util.Arrays;

/**
 * Several choices at once, each by the softmax of its own logits, independent given the state: output rows are the
 * logits of one choice after the other. Immutable, any thread.
 */
public final class MultiCategorical implements DistributionHead {
    private final int[] counts;
    private final int outputs;

    /** @param counts number of actions of each choice; 2 for a switch */
    public MultiCategorical(int... counts) {
        this.counts = counts.clone();
        this.outputs = Arrays.stream(counts).reduce(0, Math::addExact);
    }

    @Override
    public String name() {
        return "multi-categorical";
    }

    @Override
    public int outputs() {
        return outputs;
    }

    @Override
    public int actionWidth() {
        return counts.length;
    }

    @Override
    public void sample(
            float[] outputs, int outputOffset, RandomStream draws, long step, float[] actions, int actionOffset) {
        int at = outputOffset;
        for (int i = 0; i < counts.length; i++) {
            actions[actionOffset + i] = Categorical.draw(outputs, at, counts[i], draws.uniform(step, i));
            at += counts[i];
        }
    }

    @Override
    public void mode(float[] outputs, int outputOffset, float[] actions, int actionOffset) {
        OutputRow.checkNumbers(outputs, outputOffset, this.outputs, "logit");
        int at = outputOffset;
        for (int i = 0; i < counts.length; i++) {
            actions[actionOffset + i] = OutputRow.indexOfGreatest(outputs, at, counts[i]);
            at += counts[i];
        }
    }

    @Override
    public ActionDistribution newDistribution() {
        return new Choices(
                Arrays.stream(counts).mapToObj(CategoricalDistribution::new).toArray(CategoricalDistribution[]::new),
                counts);
    }

    /** Independent choices: log-probabilities, entropies and divergences add up. One thread. */
    private record Choices(CategoricalDistribution[] choices, int[] counts) implements ActionDistribution {
        @Override
        public void evaluate(float[] outputs, int outputOffset, float[] actions, int actionOffset) {
            int at = outputOffset;
            for (int i = 0; i < choices.length; i++) {
                choices[i].evaluate(outputs, at, actions, actionOffset + i);
                at += counts[i];
            }
        }

        @Override
        public double logProbability() {
            double sum = 0;
            for (CategoricalDistribution choice : choices) {
                sum += choice.logProbability();
            }
            return sum;
        }

        @Override
        public double entropy() {
            double sum = 0;
            for (CategoricalDistribution choice : choices) {
                sum += choice.entropy();
            }
            return sum;
        }

        @Override
        public void gradient(double dLogProbability, double dEntropy, float[] gradient, int offset) {
            int at = offset;
            for (int i = 0; i < choices.length; i++) {
                choices[i].gradient(dLogProbability, dEntropy, gradient, at);
                at += counts[i];
            }
        }

        @Override
        public double divergence(ActionDistribution other) {
            double sum = 0;
            for (int i = 0; i < choices.length; i++) {
                sum += choices[i].divergence(((Choices) other).choices[i]);
            }
            return sum;
        }

        @Override
        public void fisher(double weight, float[] vector, int offset) {
            int at = offset;
            for (int i = 0; i < choices.length; i++) {
                choices[i].fisher(weight, vector, at);
                at += counts[i];
            }
        }
    }
}
