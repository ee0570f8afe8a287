package io.htsrl.core.policy;

/**
 * What a policy output row says about actions: log-probability, entropy, and their gradients with respect to the row.
 * One thread; {@link #evaluate} fixes the row that the other calls speak of.
 */
public interface ActionDistribution {

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
