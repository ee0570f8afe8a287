package io.htsrl.learners.td3;

import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Setting;
import io.htsrl.learners.offpolicy.CriticSettings;
import io.htsrl.learners.offpolicy.ReplaySettings;
import io.htsrl.learners.optim.OptimizerConfig;

/**
 * Settings of TD3, named as in CleanRL.
 *
 * @param optimizer optimizer of the actor; the critics' differs only in the learning rate
 * @param policyNoise σ of the noise of the targets' actions, for actions in [-1, 1]
 * @param noiseClip bound at which the noise is clipped
 * @param bcAlpha α of TD3+BC, named as in CORL; 0 without behaviour cloning
 */
public record Td3Config(
        OptimizerConfig optimizer,
        CriticSettings learning,
        NoiseSettings exploration,
        ReplaySettings replay,

        @Setting(
                onFork = true,
                defaultValue = "0.2",
                range = "[0, inf)",
                remedy = "give 0.2, for example",
                help = "Sigma of the noise that smooths the targets, of actions in [-1, 1].")
        double policyNoise,

        @Setting(
                onFork = true,
                defaultValue = "0.5",
                range = "[0, inf)",
                remedy = "give 0.5, for example",
                help = "Bound at which the noise that smooths the targets is clipped.")
        double noiseClip,

        @Setting(
                onFork = true,
                defaultValue = "0",
                range = "[0, inf)",
                remedy = "give 2.5, or 0 for none",
                help = "Alpha of TD3+BC, for recorded steps; 0: TD3.")
        double bcAlpha)
        implements DeterministicConfig {

    @Override
    public String algorithm() {
        return "td3";
    }

    @Override
    public int critics() {
        return 2;
    }

    @Override
    public Td3Config with(ReplaySettings newReplay) {
        return new Td3Config(optimizer, learning, exploration, newReplay, policyNoise, noiseClip, bcAlpha);
    }

    @Override
    public void check(PipelineConfig pipeline, int frameStack, Violations violations) {
        DeterministicConfig.super.check(pipeline, frameStack, violations);
        RecordSettings.check(this, violations);
    }
}
