package io.htsrl.trainer.config;

import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.policy.Policy;
import io.htsrl.learners.BatchSizeController;
import io.htsrl.learners.Learner;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.statebuffer.StateBuffer;
import io.htsrl.trainer.adapt.Pilot;

/**
 * Lets a program exchange or wrap a part of the pipeline before it is wired: its own policy kernel, its own learner.
 * The verification suite's tests break parts on purpose with it. Called once per part and run, by the thread that
 * wires; whoever replaces a part answers for its contract.
 */
public interface Components {

    /** The network, as the self-check examines it and the run uses it. */
    default PolicyNetwork network(PolicyNetwork made, RunConfig config) {
        return made;
    }

    /** The policy that actors run, beyond the self-check; {@code made} computes the bootstrap values in any case. */
    default Policy acting(Policy made, RunConfig config) {
        return made;
    }

    /** How replica {@code environment} turns output rows into actions. */
    default ActionSelector selector(ActionSelector made, int environment, RunConfig config) {
        return made;
    }

    /** Where ready states wait to be served. */
    default StateBuffer states(StateBuffer made, RunConfig config) {
        return made;
    }

    /** What an off-policy learner remembers in, made by {@code made} otherwise. */
    default ReplayMemory.Maker memories(ReplayMemory.Maker made, RunConfig config) {
        return made;
    }

    /** What decides, under {@code --adapt}, who serves; made by {@code made} otherwise. */
    default Pilot.Maker pilot(Pilot.Maker made, RunConfig config) {
        return made;
    }

    /** What decides, under {@code --adapt-batch}, how large batches are. */
    default BatchSizeController batches(BatchSizeController made, RunConfig config) {
        return made;
    }

    /** What learns; closed by the run. */
    default Learner learner(Learner made, RunConfig config) {
        return made;
    }

    /** The parts as they are. */
    Components STANDARD = new Components() {};
}
