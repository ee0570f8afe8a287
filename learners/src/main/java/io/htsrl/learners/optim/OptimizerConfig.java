package io.htsrl.learners.optim;

import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Setting;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * Settings of the optimizer.
 *
 * @param kind         Adam or RMSprop, as in PyTorch
 * @param learningRate initial step size
 * @param annealLr     whether the learning rate falls linearly to zero over the run
 * @param epsilon      added to the root of the second moment
 * @param rmsAlpha     decay of RMSprop's second moment; unused by Adam, whose betas are 0.9 and 0.999
 * @param maxGradNorm  greatest global L2 norm of the gradient, which is scaled down to it; 0 for no clipping
 */
@RecordBuilder
public record OptimizerConfig(
        @Setting(flag = "optimizer", defaultValue = "adam", help = "The update rule: adam or rmsprop.")
        Kind kind,

        @Setting(
                onFork = true,
                range = "(0, inf)",
                remedy = "give 2.5e-4, for example",
                help = "Step size of the optimizer.")
        double learningRate,

        @Setting(onFork = true, defaultValue = "false", help = "Lower it linearly to 0 over the run.")
        boolean annealLr,

        @Setting(
                onFork = true,
                flag = "optimizer-eps",
                defaultValue = "1e-8",
                range = "(0, inf)",
                remedy = "give 1e-5, for example",
                help = "Added to the root of the second moment.")
        double epsilon,

        @Setting(
                onFork = true,
                defaultValue = "0.99",
                range = "[0, 1)",
                remedy = "give 0.99, for example",
                onlyWith = "optimizer=rmsprop",
                otherwise = "0",
                help = "Decay of RMSprop's second moment.")
        double rmsAlpha,

        @Setting(
                onFork = true,
                defaultValue = "0",
                range = "[0, inf)",
                remedy = "give 0.5, or 0 to clip nothing",
                help = "Gradients are scaled down to this L2 norm; 0: never.")
        double maxGradNorm)
        implements OptimizerConfigBuilder.With {

    /** Update rule. */
    public enum Kind {
        ADAM,
        RMSPROP
    }

    /** Adds a violation for each invalid setting. */
    public void check(Violations violations) {
        RecordSettings.check(this, violations);
    }
}
