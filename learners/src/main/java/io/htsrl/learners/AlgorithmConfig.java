package io.htsrl.learners;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.error.Violations;
import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.policy.DistributionHead;
import io.htsrl.core.policy.SamplingSelector;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.time.AnnealedValue;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MemoryConfig;
import io.htsrl.policies.network.NetworkConfig;
import io.htsrl.policies.network.NetworkSize;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.replay.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Settings of one algorithm. Each of them affects the bits of a run. */
public interface AlgorithmConfig {

    /** Returns the name that {@code --algo} accepts. */
    String algorithm();

    OptimizerConfig optimizer();

    double gamma();

    /** Returns the heads of the algorithm's network. */
    default Heads heads() {
        return Heads.ACTOR_CRITIC;
    }

    /** Returns the head that reads actions of this space from output rows. The algorithm must support the space. */
    default ActionHead head(ActionSpace actions) {
        return DistributionHead.of(actions);
    }

    /**
     * Returns that head as a run uses it.
     *
     * @param network network between inputs and heads
     * @param frameStack S, frames in an input
     * @param steps steps of each replica in a rollout
     */
    default ActionHead head(EnvironmentSpec spec, NetworkConfig network, int frameStack, int steps) {
        int units = network.policyUnits(spec.observationSpace().unmasked(), frameStack);
        return head(spec.actionSpace()).behind(units, steps);
    }

    /**
     * Creates the selector by which replica {@code environment} of {@code environments} turns output rows into actions.
     * It explores as the algorithm does; by default it samples from the head.
     *
     * @param head the result of {@link #head}
     * @param steps planned steps of each replica over the whole run
     */
    default ActionSelector selector(ActionHead head, int environment, int environments, AnnealingHorizon steps) {
        return new SamplingSelector(head);
    }

    /**
     * Returns the names of the values that are annealed over the whole run. Extending a run changes them at every step.
     */
    default List<String> annealed() {
        List<String> annealed = new ArrayList<>(optimizer().rate().isConstant() ? List.of() : List.of("learning rate"));
        if (this instanceof Record settings) {
            RecordSettings.values(settings).forEach((key, value) -> {
                if (value instanceof AnnealedValue changing && !changing.isConstant() && !key.equals("learning-rate")) {
                    annealed.add(key.replace('-', ' '));
                }
            });
        }
        return annealed;
    }

    /** Returns the network of the actors, with layers that the algorithm adds; by default it adds none. */
    default NetworkConfig withOwnLayers(NetworkConfig network) {
        return network;
    }

    /**
     * Returns the network whose parameters are φ: the actor's parameters, followed by those that only the learner
     * reads.
     *
     * @param network network between inputs and heads
     * @param frameStack S, frames in an input
     */
    default PolicyNetwork complete(PolicyNetwork actor, NetworkConfig network, EnvironmentSpec spec, int frameStack) {
        return actor;
    }

    /**
     * Returns the size of the network, even where it is too large to create.
     *
     * @param network network between inputs and heads
     * @param frameStack S, frames in an input
     */
    default NetworkSize size(NetworkConfig network, EnvironmentSpec spec, int frameStack) {
        int policies = spec.observationSpace().policies().size();
        return IntStream.range(0, Math.max(1, policies))
                .mapToObj(spec::ofPolicy)
                .map(own -> withOwnLayers(network)
                        .size(
                                own.observationSpace().unmasked(),
                                frameStack,
                                FirstHead.of(head(own, network, frameStack, 1)),
                                heads()))
                .reduce(NetworkSize::plus)
                .orElseThrow();
    }

    /** Adds a violation where the algorithm cannot learn with this network; by default for an actor-critic. */
    default void checkNetwork(NetworkConfig network, Violations violations) {
        boolean remembers = network.memory().memory() != MemoryConfig.Kind.NONE;
        network.separate()
                .forEach((flag, value) -> violations.check(
                        !network.sharesTorso(),
                        flag,
                        value,
                        remembers
                                ? "must not be given with --memory, as policy and value share all layers before it"
                                : "needs --shared-torso false: else policy and value share all layers",
                        remembers ? "leave one of them out, or choose --network combined" : "leave one of them out"));
    }

    /** Adds a violation where the network, which {@link #checkNetwork} accepts, is too large for the algorithm. */
    default void checkSize(NetworkConfig network, EnvironmentSpec spec, int frameStack, Violations violations) {}

    /** Returns the bytes that the learner keeps besides networks, gradients, moments and replay memory. */
    default double stateBytes(NetworkConfig network, EnvironmentSpec spec, int frameStack) {
        return 0;
    }

    /** Returns the rows of one minibatch. The settings must have been checked. */
    default int minibatch(PipelineConfig pipeline) {
        return pipeline.stepsPerInterval();
    }

    /** Returns whether minibatches grow during the run ({@code --adapt-batch}). Results then depend on the machine. */
    default boolean growsBatches() {
        return false;
    }

    /**
     * Returns the parameter updates per environment step, over all replicas; the maximum where an update may end early;
     * empty where the ratio is unknown. The settings must have been checked.
     */
    default Optional<Ratio> updatesPerStep(PipelineConfig pipeline) {
        return Optional.empty();
    }

    /**
     * Adds a violation for each invalid setting.
     *
     * @param pipeline pipeline whose intervals the algorithm learns from
     * @param frameStack S, frames in one network input
     */
    void check(PipelineConfig pipeline, int frameStack, Violations violations);

    /** Adds a violation for each setting that does not fit these actions, which the algorithm supports. */
    default void checkActions(ActionSpace actions, Violations violations) {}

    /** Returns warnings about costly settings, without the final full stop. The settings must have been checked. */
    default List<String> advice(PipelineConfig pipeline) {
        return List.of();
    }

    /** Adds a violation where a run of this many steps, over all replicas, is too short to learn anything. */
    default void checkLength(long totalTimesteps, Violations violations) {}
}
