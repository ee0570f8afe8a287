package io.htsrl.learners.a2c;

import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.learners.onpolicy.ActorCriticConfig;
import io.htsrl.learners.onpolicy.ActorCriticSettings;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.replay.Ratio;
import java.util.Optional;

/** Settings of A2C: one gradient step per bank, at the behaviour parameters (HTS-RL, Eq. 6). */
public record A2cConfig(ActorCriticConfig actorCritic, OptimizerConfig optimizer) implements ActorCriticSettings {

    @Override
    public String algorithm() {
        return "a2c";
    }

    @Override
    public Optional<Ratio> updatesPerStep(PipelineConfig pipeline) {
        return Optional.of(new Ratio(1, pipeline.stepsPerInterval()));
    }

    @Override
    public void check(PipelineConfig pipeline, int frameStack, Violations violations) {
        actorCritic.check(pipeline, violations);
        optimizer.check(violations);
    }
}
