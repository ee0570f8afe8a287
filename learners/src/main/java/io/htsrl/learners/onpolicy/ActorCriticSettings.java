package io.htsrl.learners.onpolicy;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.policy.DistributionHead;
import io.htsrl.learners.AlgorithmConfig;

/** Settings of A2C, PPO or TRPO: those that they share, and more. Immutable. */
public interface ActorCriticSettings extends AlgorithmConfig {

    ActorCriticConfig actorCritic();

    @Override
    default DistributionHead head(ActionSpace actions) {
        return actorCritic().head(actions);
    }

    @Override
    default double gamma() {
        return actorCritic().gamma();
    }
}
