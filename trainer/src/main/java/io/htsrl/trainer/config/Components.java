package io.htsrl.trainer.config;

import io.htsrl.core.environment.BatchedEnvironment;
import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.policy.Policy;
import io.htsrl.learners.BatchSizeController;
import io.htsrl.learners.Learner;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.statebuffer.StateBuffer;
import io.htsrl.trainer.adapt.ThreadController;

/**
 * Lets a program exchange or wrap a part of the pipeline before it is wired, such as the policy kernel or the learner.
 * The verification suite breaks parts on purpose with it. Called once per part and run, by the thread that wires; a
 * replaced part must keep the contract of the original.
 */
public interface Components {

    /** Returns the network that the self-check examines and the run uses. */
    default PolicyNetwork network(PolicyNetwork made, RunConfig config) {
        return made;
    }

    /**
     * Returns the policy that actors run, outside of the self-check; {@code made} computes the bootstrap values in any
     * case.
     */
    default Policy acting(Policy made, RunConfig config) {
        return made;
    }

    /** Returns the selector that turns output rows of replica {@code environment} into actions. */
    default ActionSelector selector(ActionSelector made, int environment, RunConfig config) {
        return made;
    }

    /** Returns the buffer in which ready states wait to be served. */
    default StateBuffer states(StateBuffer made, RunConfig config) {
        return made;
    }

    /** Returns whether a batched environment steps the replicas: by default in runs that are long enough for it. */
    default boolean batches(BatchedEnvironment made, RunConfig config) {
        return made.leastSteps() <= config.totalTimesteps();
    }

    /** Returns the maker of an off-policy learner's replay memory; {@code made} is the default one. */
    default ReplayMemory.Maker memories(ReplayMemory.Maker made, RunConfig config) {
        return made;
    }

    /**
     * Returns the maker of the controller that chooses threads under {@code --adapt}; {@code made} is the default one.
     */
    default ThreadController.Maker threadController(ThreadController.Maker made, RunConfig config) {
        return made;
    }

    /** Returns the controller of the batch size under {@code --adapt-batch}. */
    default BatchSizeController batchSizeController(BatchSizeController made, RunConfig config) {
        return made;
    }

    /** Returns the learner, which the run closes. */
    default Learner learner(Learner made, RunConfig config) {
        return made;
    }

    /** Components that leave every part unchanged. */
    Components STANDARD = new Components() {};
}
