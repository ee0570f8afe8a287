package io.htsrl.learners.sac;

import io.htsrl.learners.offpolicy.CriticSettings;
import io.htsrl.learners.offpolicy.EntropySettings;
import io.htsrl.learners.offpolicy.ReplaySettings;
import io.htsrl.learners.offpolicy.SoftConfig;
import io.htsrl.learners.optim.OptimizerConfig;

/**
 * Settings of SAC, named as in CleanRL and Stable-Baselines3.
 *
 * @param optimizer optimizer of the actor; the others differ only in the learning rate
 */
public record SacConfig(
        OptimizerConfig optimizer, CriticSettings learning, EntropySettings entropy, ReplaySettings replay)
        implements SoftConfig {

    @Override
    public String algorithm() {
        return "sac";
    }

    @Override
    public int critics() {
        return 2;
    }

    @Override
    public SacConfig with(ReplaySettings newReplay) {
        return new SacConfig(optimizer, learning, entropy, newReplay);
    }
}
