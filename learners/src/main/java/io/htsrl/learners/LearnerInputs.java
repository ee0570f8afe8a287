package io.htsrl.learners;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.AsyncConfig;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.core.work.Team;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.storage.BankShape;

/**
 * The inputs of a learner, made by the run. Immutable but for the stream; one thread.
 *
 * @param shape      of the banks
 * @param policy     with the heads that the algorithm asks for
 * @param actions    what the environments take
 * @param intervals  how many banks are planned, at each update
 * @param backend    that computes gradients
 * @param team       that shares the learner's passes
 * @param stream     of the learner's draws
 * @param correction of an asynchronous run's lag; {@code NONE} under the other schedules
 * @param memories   that a learner which replays remembers in
 * @param lanes      that compute {@link #network}
 * @param batches    how large its batches are
 */
public record LearnerInputs(
        BankShape shape,
        PolicyNetwork policy,
        ActionSpace actions,
        AnnealingHorizon intervals,
        Backend backend,
        Team team,
        RandomStream stream,
        AsyncConfig.Correction correction,
        ReplayMemory.Maker memories,
        LearnerLanes lanes,
        BatchSizeController batches) {

    /** The learner's side of the network, for minibatches of up to {@code rows} rows. */
    public GradientNetwork network(int rows) {
        return lanes.network(policy, backend, rows, team);
    }

    /** How many discrete actions there are, for an algorithm that takes no others. */
    public int discreteActions() {
        return ((ActionSpace.Discrete) actions).count();
    }
}
