package io.htsrl.learners.tqc;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Setting;
import io.htsrl.learners.offpolicy.CriticSettings;
import io.htsrl.learners.offpolicy.EntropySettings;
import io.htsrl.learners.offpolicy.ReplaySettings;
import io.htsrl.learners.offpolicy.SoftConfig;
import io.htsrl.learners.optim.OptimizerConfig;

/**
 * Settings of TQC, named as in Stable-Baselines3's contributions.
 *
 * @param optimizer optimizer of the actor; the others differ only in the learning rate
 * @param critics number of critics, each a network of quantiles
 * @param quantiles quantiles of each critic
 * @param drop greatest quantiles removed, for each critic
 */
public record TqcConfig(
        OptimizerConfig optimizer,
        CriticSettings learning,
        EntropySettings entropy,
        ReplaySettings replay,

        @Setting(
                flag = "n-critics",
                defaultValue = "2",
                range = "[1, 64]",
                remedy = "give 2 or 5, for example",
                help = "Networks of quantiles.")
        int critics,

        @Setting(
                flag = "n-quantiles",
                defaultValue = "25",
                range = "[1, 1000]",
                remedy = "give 25, for example",
                help = "Quantiles of each network.")
        int quantiles,

        @Setting(
                onFork = true,
                flag = "top-quantiles-to-drop",
                defaultValue = "2",
                range = "[0, inf)",
                remedy = "give 2, for example",
                help = "Greatest quantiles, per network, that targets leave out.")
        int drop)
        implements SoftConfig {

    @Override
    public String algorithm() {
        return "tqc";
    }

    @Override
    public int criticOutputs(ActionSpace actions) {
        return quantiles;
    }

    @Override
    public int keptValues() {
        return critics * (quantiles - drop);
    }

    @Override
    public TqcConfig with(ReplaySettings newReplay) {
        return new TqcConfig(optimizer, learning, entropy, newReplay, critics, quantiles, drop);
    }

    @Override
    public void check(PipelineConfig pipeline, int frameStack, Violations violations) {
        SoftConfig.super.check(pipeline, frameStack, violations);
        RecordSettings.check(this, violations);
        violations.check(
                drop < quantiles,
                "--top-quantiles-to-drop",
                drop,
                "must be less than --n-quantiles (" + quantiles + "), or no target would be left",
                "give 2, for example");
    }
}
