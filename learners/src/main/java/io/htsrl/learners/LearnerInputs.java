package io.htsrl.learners;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.AsyncConfig;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.core.work.Team;
import io.htsrl.learners.optim.Optimizer;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.storage.BankShape;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * Inputs of a learner, created by the run. Immutable but for the stream; one thread.
 *
 * @param shape of the banks
 * @param policy policy with the heads of the algorithm
 * @param actions action space of the environments
 * @param intervals planned number of banks, at each update
 * @param backend backend that computes gradients
 * @param team team that computes the learner's passes
 * @param stream random stream of the learner's draws
 * @param correction correction of an asynchronous run's lag; {@code NONE} under other schedules
 * @param memories storage of the replay memory
 * @param lanes processes that compute {@link #network}
 * @param batches controller of the batch size
 * @param optimizers maker of optimizers; of ones that share moments where learners share parameters
 */
@RecordBuilder
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
        BatchSizeController batches,
        Optimizer.Maker optimizers) {

    /** Creates the learner's network for minibatches of up to {@code rows} rows. */
    public GradientNetwork network(int rows) {
        return lanes.network(policy, backend, rows, team);
    }

    /** Returns the inputs of a learner of one policy of several, from banks of that shape. */
    LearnerInputs ofPolicy(BankShape ownShape, PolicyNetwork own, String name) {
        return LearnerInputsBuilder.builder(this).shape(ownShape).policy(own).stream(stream.spawn(name))
                .build();
    }

    /** Returns the number of discrete actions, for an algorithm that supports only discrete actions. */
    public int discreteActions() {
        return ((ActionSpace.Discrete) actions).count();
    }
}
