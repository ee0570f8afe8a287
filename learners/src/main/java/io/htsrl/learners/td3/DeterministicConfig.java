package io.htsrl.learners.td3;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.policy.Deterministic;
import io.htsrl.core.policy.UniformStart;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.learners.offpolicy.ActorCritics;

/** Settings of {@link Td3Learner}: TD3's or DDPG's. */
interface DeterministicConfig extends ActorCritics {

    NoiseSettings exploration();

    /** Returns σ of the noise of the targets' actions. */
    double policyNoise();

    /** Returns the bound at which that noise is clipped. */
    double noiseClip();

    /** Returns α of TD3+BC; 0 without behaviour cloning. */
    default double bcAlpha() {
        return 0;
    }

    @Override
    default ActionHead head(ActionSpace actions) {
        return new Deterministic((ActionSpace.Continuous) actions);
    }

    @Override
    default ActionSelector selector(ActionHead head, int environment, int environments, AnnealingHorizon steps) {
        return new UniformStart(
                head, uniformSteps(environments, steps), exploration().selector(head));
    }

    @Override
    default void check(PipelineConfig pipeline, int frameStack, Violations violations) {
        ActorCritics.super.check(pipeline, frameStack, violations);
        exploration().check(violations);
    }
}
