package io.htsrl.core.policy;

import io.htsrl.core.environment.ActionSpace;
import java.util.stream.Stream;

/** A head whose rows define a distribution with a differentiable density, as policy gradients need it. */
public interface DistributionHead extends ActionHead {

    @Override
    default DistributionHead behind(int units, int steps) {
        return this;
    }

    /** Creates an evaluator of rows, for one thread. */
    ActionDistribution newDistribution();

    /** Creates an evaluator of rows for each of several threads. */
    default ActionDistribution[] newDistributions(int threads) {
        return Stream.generate(this::newDistribution).limit(threads).toArray(ActionDistribution[]::new);
    }

    /** Returns the usual head for such actions; a Gaussian begins with standard deviations of 1. */
    static DistributionHead of(ActionSpace actions) {
        if (actions instanceof ActionSpace.Continuous box) {
            return new DiagonalGaussian(box, 0, 1);
        }
        return actions instanceof ActionSpace.Discrete discrete
                ? new Categorical(discrete.count())
                : new MultiCategorical(actions.choices());
    }

    /**
     * The distribution of actions of an output row: log-probability, entropy, and their gradients with respect to the
     * row. One thread; the other calls refer to the row given to {@link #evaluate}.
     */
    interface ActionDistribution {

        /** Reads one output row and the action that was taken on it. */
        void evaluate(float[] outputs, int outputOffset, float[] actions, int actionOffset);

        /** Returns ln π(a|s) of the evaluated row. */
        double logProbability();

        /** Returns H(π(·|s)) of the evaluated row, in nats. */
        double entropy();

        /**
         * Writes {@code dLogProbability · ∇ ln π + dEntropy · ∇ H} with respect to the evaluated row.
         *
         * @param gradient receives the gradient at {@code offset}, in the width of the distribution
         */
        void gradient(double dLogProbability, double dEntropy, float[] gradient, int offset);

        /** Returns KL(this ‖ other), in nats; {@code other} has evaluated a row of the same head. */
        double divergence(ActionDistribution other);

        /**
         * Multiplies a vector in the space of the evaluated row by {@code weight · F}, in place: F is the Fisher
         * information, which is also the Hessian of {@link #divergence} where both rows are equal.
         */
        void fisher(double weight, float[] vector, int offset);
    }
}
