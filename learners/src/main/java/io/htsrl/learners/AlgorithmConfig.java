package io.htsrl.learners;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.policy.DistributionHead;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.time.Horizon;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.policies.network.Heads;
import java.util.List;

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
        return DistributionHead.of(actions, 0);
    }

    /**
     * How replica {@code environment} of {@code environments} turns output rows into actions: a new one of its own,
     * which explores as the algorithm does. The head's draws, where nothing else is said.
     *
     * @param head  that of {@link #head}
     * @param steps that each replica is planned to take in the whole run
     */
    default ActionSelector selector(ActionHead head, int environment, int environments, Horizon steps) {
        return head::sample;
    }

    /** What falls or rises over the whole run, in words: in a longer run it is another at every step. */
    default List<String> annealed() {
        return optimizer().annealLr() ? List.of("learning rate") : List.of();
    }

    /** Rows of one minibatch, of checked settings. */
    default int minibatch(PipelineConfig pipeline) {
        return pipeline.stepsPerInterval();
    }

    /**
     * Adds what is wrong with these settings.
     *
     * @param pipeline   whose intervals the algorithm learns from
     * @param frameStack S, frames in one network input
     */
    void check(PipelineConfig pipeline, int frameStack, Violations violations);

    /** Adds what keeps a run of this many steps, over all replicas, from learning anything. */
    default void checkLength(long totalTimesteps, Violations violations) {}
}
