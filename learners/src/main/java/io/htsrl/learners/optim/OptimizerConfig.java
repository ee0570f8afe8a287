package io.htsrl.learners.optim;

import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.time.AnnealedValue;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * Settings of the optimizer.
 *
 * @param kind Adam, AdamW, RAdam or RMSprop, as in PyTorch
 * @param learningRate step size
 * @param annealLr whether a constant learning rate falls linearly to zero over the run
 * @param epsilon added to the root of the second moment
 * @param rmsAlpha decay of RMSprop's second moment; unused by Adam
 * @param maxGradNorm greatest global L2 norm of the gradient, which is scaled down to it; 0 for no clipping
 * @param adam settings of Adam and its relatives
 */
@RecordBuilder
public record OptimizerConfig(
        @Setting(flag = "optimizer", defaultValue = "adam", help = "The update rule: adam, adamw, radam or rmsprop.")
        Kind kind,

        @Setting(
                onFork = true,
                range = "(0, inf)",
                remedy = "give 2.5e-4, for example",
                help = "Step size of the optimizer.")
        AnnealedValue learningRate,

        @Setting(
                onFork = true,
                defaultValue = "false",
                onlyWith = "learning-rate!=a schedule",
                otherwise = "false",
                help = "Lower it linearly to 0 over the run.")
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
        double maxGradNorm,

        Adam adam)
        implements OptimizerConfigBuilder.With {

    /** Update rule. */
    public enum Kind {
        ADAM,
        ADAMW,
        RADAM,
        RMSPROP
    }

    /**
     * Settings of Adam (Kingma, Ba 2015), AdamW (Loshchilov, Hutter 2019) and RAdam (Liu et al. 2020). Immutable.
     *
     * @param beta1 decay of the first moment
     * @param beta2 decay of the second moment
     * @param weightDecay share of each parameter, times the learning rate, that a step of AdamW takes away
     */
    public record Adam(
            @Setting(
                    flag = "adam-beta1",
                    onFork = true,
                    defaultValue = "0.9",
                    range = "[0, 1)",
                    remedy = "give 0.9, for example",
                    onlyWith = "optimizer!=rmsprop",
                    otherwise = "0.9",
                    help = "Decay of Adam's first moment.")
            double beta1,

            @Setting(
                    flag = "adam-beta2",
                    onFork = true,
                    defaultValue = "0.999",
                    range = "[0, 1)",
                    remedy = "give 0.999, for example",
                    onlyWith = "optimizer!=rmsprop",
                    otherwise = "0.999",
                    help = "Decay of Adam's second moment.")
            double beta2,

            @Setting(
                    onFork = true,
                    defaultValue = "0.01",
                    range = "[0, inf)",
                    remedy = "give 0.01, for example",
                    onlyWith = "optimizer=adamw",
                    otherwise = "0",
                    help = "Share of the parameters, times the learning rate, that a step subtracts.")
            double weightDecay) {

        /** PyTorch's defaults, without weight decay. */
        public static final Adam DEFAULT = new Adam(0.9, 0.999, 0);
    }

    public OptimizerConfig {
        adam = adam == null ? Adam.DEFAULT : adam; // not set
    }

    /** Creates settings with the default settings of Adam. */
    public OptimizerConfig(
            Kind kind, double learningRate, boolean annealLr, double epsilon, double rmsAlpha, double maxGradNorm) {
        this(kind, AnnealedValue.of(learningRate), annealLr, epsilon, rmsAlpha, maxGradNorm, Adam.DEFAULT);
    }

    /** Returns the learning rate over the run. */
    public AnnealedValue rate() {
        return annealLr ? AnnealedValue.linear(learningRate.from(), 0) : learningRate;
    }

    /** Returns these settings without weight decay. */
    public OptimizerConfig withoutWeightDecay() {
        return withAdam(new Adam(adam.beta1(), adam.beta2(), 0));
    }

    /** Adds a violation for each invalid setting. */
    public void check(Violations violations) {
        RecordSettings.check(this, violations);
        RecordSettings.check(adam, violations);
        violations.check(
                !annealLr || learningRate.isConstant(),
                "--anneal-lr",
                true,
                "is for a --learning-rate other than a schedule only",
                "remove it, or give a number as --learning-rate");
    }
}
