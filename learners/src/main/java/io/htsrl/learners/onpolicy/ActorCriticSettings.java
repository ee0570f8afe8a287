package io.htsrl.learners.onpolicy;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.core.policy.DistributionHead;
import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.policies.network.ConvConfig;
import io.htsrl.policies.network.MemoryConfig;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.NetworkConfig;

/** Settings of A2C, ACKTR, PPO or TRPO: those that they share, and more. Immutable. */
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

    /**
     * Requires a plain multi-layer perceptron, whose layers see each input once per row; returns whether it is accepted.
     *
     * @param convolutions whether convolutional networks are accepted too
     * @param other        algorithm for other networks
     */
    default boolean checkPlain(NetworkConfig network, boolean convolutions, String other, Violations violations) {
        boolean remembers = network.memory().memory() != MemoryConfig.Kind.NONE;
        boolean plain = convolutions && network instanceof ConvConfig
                || !remembers && network instanceof MlpConfig mlp && mlp.isPlain();
        violations.check(
                plain,
                "--network",
                remembers ? network.memory().memory() + " memory" : network.network() + " " + network.description(),
                "must be mlp " + (convolutions ? "or a convolutional network " : "")
                        + "without memory, with --activation tanh or relu and --layer-norm false, for " + algorithm(),
                "choose such a network, or --algo " + other);
        return plain;
    }
}
