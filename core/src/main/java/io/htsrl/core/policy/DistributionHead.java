package io.htsrl.core.policy;

import io.htsrl.core.environment.ActionSpace;
import java.util.Arrays;

/** A head whose rows give a distribution with a density that can be differentiated: what policy gradients need. */
public interface DistributionHead extends ActionHead {

    /** Evaluates rows, for one thread. */
    ActionDistribution newDistribution();

    /** The usual one for such actions; a Gaussian begins with standard deviations of 1. */
    static DistributionHead of(ActionSpace actions) {
        if (actions instanceof ActionSpace.Continuous box) {
            return new DiagonalGaussian(box, 0, 1);
        }
        if (actions instanceof ActionSpace.MultiDiscrete choices) {
            return new MultiCategorical(choices.counts());
        }
        if (actions instanceof ActionSpace.MultiBinary switches) {
            int[] counts = new int[switches.count()];
            Arrays.fill(counts, 2);
            return new MultiCategorical(counts);
        }
        return new Categorical(((ActionSpace.Discrete) actions).count());
    }

    /**
     * What a policy output row says about actions: log-probability, entropy, and their gradients with respect to the row.
     * One thread; {@link #evaluate} fixes the row that the other calls speak of.
     */
    interface ActionDistribution {

        /** Looks at one output row and the action that was taken on it. */
        void evaluate(float[] outputs, int outputOffset, float[] actions, int actionOffset);

        /** ln π(a|s) of the evaluated row. */
        double logProbability();

        /** H(π(·|s)) of the evaluated row, in nats. */
        double entropy();

        /**
         * Writes {@code dLogProbability · ∇ ln π + dEntropy · ∇ H} with respect to the evaluated row.
         *
         * @param gradient receives it at {@code offset}, in the width of the distribution
         */
        void gradient(double dLogProbability, double dEntropy, float[] gradient, int offset);
    }
}
