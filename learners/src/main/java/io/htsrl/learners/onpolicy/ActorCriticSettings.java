package io.htsrl.learners.onpolicy;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.error.Violations;
import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.policy.DistributionHead;
import io.htsrl.core.policy.StateDependentGaussian;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.learners.LearnerInputs;
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

    /** Returns the head of a learner's policy. */
    default DistributionHead head(LearnerInputs inputs) {
        return head(inputs.actions())
                .behind(
                        inputs.policy().layout().first().repeated(),
                        inputs.shape().steps());
    }

    @Override
    default ActionSelector selector(ActionHead head, int environment, int environments, AnnealingHorizon steps) {
        return head instanceof StateDependentGaussian sde
                ? sde.newSelector()
                : AlgorithmConfig.super.selector(head, environment, environments, steps);
    }

    @Override
    default void checkActions(ActionSpace actions, Violations violations) {
        violations.check(
                !actorCritic().useSde() || actions instanceof ActionSpace.Continuous,
                "--use-sde",
                true,
                "must be false unless actions are continuous, and these are " + actions,
                "leave it out, or choose an environment with continuous actions");
    }

    /** Requires a hidden layer for noise that depends on it. */
    @Override
    default void checkSize(NetworkConfig network, EnvironmentSpec spec, int frameStack, Violations violations) {
        violations.check(
                !actorCritic().useSde()
                        || network.policyUnits(spec.observationSpace().unmasked(), frameStack) > 0,
                "--network",
                network.network(),
                "must have a hidden layer before its policy head with --use-sde, whose noise depends on it",
                "give mlp, or leave --use-sde out");
    }

    @Override
    default double gamma() {
        return actorCritic().gamma();
    }

    /**
     * Requires a plain multi-layer perceptron, whose layers see each input once per row; returns whether it is
     * accepted.
     *
     * @param convolutions whether convolutional networks are accepted too
     * @param other algorithm for other networks
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
