package io.htsrl.learners;

import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.PolicyNetwork;

/**
 * Processes that compute the passes of a learner's network: this process alone, or other processes too, each computing
 * some rows of every minibatch. The bits do not depend on the processes. Called by the thread that sets up the run,
 * before the run begins.
 */
public interface LearnerLanes {
    /** Computation by this process alone. */
    LearnerLanes HERE = new LearnerLanes() {};

    /**
     * Creates the learner's network of {@code policy}, as {@link PolicyNetwork#newGradientNetwork(Backend, int, Team)}
     * does.
     */
    default GradientNetwork network(PolicyNetwork policy, Backend backend, int rows, Team team) {
        return policy.newGradientNetwork(backend, rows, team);
    }

    /**
     * Returns {@code learner}, or a wrapper that sends each bank to the other processes before it learns from it.
     * Closing the result closes {@code learner}.
     */
    default Learner around(Learner learner) {
        return learner;
    }
}
