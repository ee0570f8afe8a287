package io.htsrl.learners.td3;

import io.htsrl.learners.offpolicy.CriticSettings;
import io.htsrl.learners.offpolicy.ReplaySettings;
import io.htsrl.learners.optim.OptimizerConfig;

/**
 * Settings of DDPG: TD3 with one critic and without target smoothing.
 *
 * @param optimizer optimizer of the actor; the critic's differs only in the learning rate
 */
public record DdpgConfig(
        OptimizerConfig optimizer, CriticSettings learning, NoiseSettings exploration, ReplaySettings replay)
        implements DeterministicConfig {

    @Override
    public String algorithm() {
        return "ddpg";
    }

    @Override
    public int critics() {
        return 1;
    }

    @Override
    public double policyNoise() {
        return 0;
    }

    @Override
    public double noiseClip() {
        return 0;
    }

    @Override
    public DdpgConfig with(ReplaySettings newReplay) {
        return new DdpgConfig(optimizer, learning, exploration, newReplay);
    }
}
