package io.htsrl.learners;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.error.Violations;
import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.policy.DistributionHead;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.NetworkConfig;
import io.htsrl.policies.network.NetworkSize;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.replay.Ratio;
import java.util.List;
import java.util.Optional;

/** The settings of one algorithm; each decides bits of a run. */
public interface AlgorithmConfig {

    /** The name that {@code --algo} takes. */
    String algorithm();

    OptimizerConfig optimizer();

    double gamma();

    /** The heads that the algorithm's network has. */
    default Heads heads() {
        return Heads.ACTOR_CRITIC;
    }

    /** What output rows say of such actions, of a space that the algorithm acts in. */
    default ActionHead head(ActionSpace actions) {
        return DistributionHead.of(actions);
    }

    /**
     * How replica {@code environment} of {@code environments} turns output rows into actions: a new one of its own,
     * which explores as the algorithm does. The head's draws, where nothing else is said.
     *
     * @param head  that of {@link #head}
     * @param steps that each replica is planned to take in the whole run
     */
    default ActionSelector selector(ActionHead head, int environment, int environments, AnnealingHorizon steps) {
        return head::sample;
    }

    /** The values that fall or rise over the whole run, in words: a longer run has others at every step. */
    default List<String> annealed() {
        return optimizer().annealLr() ? List.of("learning rate") : List.of();
    }

    /**
     * The network whose parameters are φ: the actor's, and behind it what only the learner reads.
     *
     * @param actions that the environments take
     */
    default PolicyNetwork complete(PolicyNetwork actor, ActionSpace actions) {
        return actor;
    }

    /**
     * How large that is, also where it is larger than can be made.
     *
     * @param network    between inputs and heads
     * @param frameStack S, frames in an input
     */
    default NetworkSize size(NetworkConfig network, EnvironmentSpec spec, int frameStack) {
        FirstHead first = FirstHead.of(head(spec.actionSpace()));
        return network.size(spec.observationSpace(), frameStack, first, heads());
    }

    /** Adds why the algorithm cannot learn with such a network. */
    default void checkNetwork(NetworkConfig network, Violations violations) {}

    /** Rows of one minibatch, of checked settings. */
    default int minibatch(PipelineConfig pipeline) {
        return pipeline.stepsPerInterval();
    }

    /** Whether minibatches grow while the run goes on ({@code --adapt-batch}): what is learnt then depends on the machine. */
    default boolean growsBatches() {
        return false;
    }

    /**
     * Updates of the parameters per environment step, over all replicas, of checked settings: the most where an update
     * may end early; empty where nobody can say.
     */
    default Optional<Ratio> updatesPerStep(PipelineConfig pipeline) {
        return Optional.empty();
    }

    /**
     * Adds what is wrong with these settings.
     *
     * @param pipeline   whose intervals the algorithm learns from
     * @param frameStack S, frames in one network input
     */
    void check(PipelineConfig pipeline, int frameStack, Violations violations);

    /** Warnings about costly settings, of checked ones, without the final full stop. */
    default List<String> advice(PipelineConfig pipeline) {
        return List.of();
    }

    /** Adds what keeps a run of this many steps, over all replicas, from learning anything. */
    default void checkLength(long totalTimesteps, Violations violations) {}
}
