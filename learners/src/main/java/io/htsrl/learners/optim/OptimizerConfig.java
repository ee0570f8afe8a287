package io.htsrl.learners.optim;

import io.htsrl.core.Violations;

/**
 * How a gradient becomes a step.
 *
 * @param kind         Adam or RMSprop, as in PyTorch
 * @param learningRate initial step size
 * @param annealLr     whether the learning rate falls linearly to zero over the run
 * @param epsilon      added to the root of the second moment
 * @param rmsAlpha     decay of RMSprop's second moment; unused by Adam, whose betas are 0.9 and 0.999
 * @param maxGradNorm  the gradient's global L2 norm is scaled down to this; 0 for no clipping
 */
public record OptimizerConfig(
        Kind kind,
        double learningRate,
        boolean annealLr,
        double epsilon,
        double rmsAlpha,
        double maxGradNorm) {

    /** The update rule. */
    public enum Kind { ADAM, RMSPROP }

    /** Adds what is wrong with these settings. */
    public void check(Violations violations) {
        violations
                .check(learningRate > 0 && Double.isFinite(learningRate), "--learning-rate", learningRate,
                        "must be a positive number", "give 2.5e-4, for example")
                .check(epsilon > 0 && Double.isFinite(epsilon), "--optimizer-eps", epsilon,
                        "must be a positive number", "give 1e-5, for example")
                .check(rmsAlpha >= 0 && rmsAlpha < 1, "--rms-alpha", rmsAlpha, "must be in [0, 1)",
                        "give 0.99, for example")
                .check(maxGradNorm >= 0 && Double.isFinite(maxGradNorm), "--max-grad-norm", maxGradNorm,
                        "must be at least 0", "give 0.5, or 0 to clip nothing");
    }
}
