package io.htsrl.learners;

import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.PolicyNetwork;

/**
 * The processes that compute the passes of a learner's network: this one alone, or others beside it that take rows of each
 * minibatch. They change no bit. Called by the thread that wires the run, before it begins.
 */
public interface LearnerLanes {
    /** This process alone. */
    LearnerLanes HERE = new LearnerLanes() {};

    /** The learner's side of {@code policy}, as {@link PolicyNetwork#newGradientNetwork(Backend, int, Team)} makes it. */
    default GradientNetwork network(PolicyNetwork policy, Backend backend, int rows, Team team) {
        return policy.newGradientNetwork(backend, rows, team);
    }

    /** {@code learner}, or what also tells others of each bank before it learns from it; closed with what is returned. */
    default Learner around(Learner learner) {
        return learner;
    }
}
