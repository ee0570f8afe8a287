package io.htsrl.trainer.run;

import io.htsrl.core.policy.Policy;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.threads.ReplicaGroups;
import io.htsrl.core.threads.ThreadAssignment;
import io.htsrl.core.threads.ThreadBounds;
import io.htsrl.core.work.Team;
import io.htsrl.executors.Replica;
import io.htsrl.learners.Learner;
import io.htsrl.learners.ParameterVersions;
import io.htsrl.policies.network.Tensor;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.RolloutClock;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.rollouts.RolloutSource;
import io.htsrl.trainer.rollouts.Rollouts;
import io.htsrl.trainer.rollouts.StartStates;
import io.htsrl.trainer.selfplay.OpponentPool;
import java.util.List;

/**
 * The parts that every schedule of a run has; {@link Trainer} assembles them.
 *
 * @param tensors of the parameters, for checkpoints
 * @param policy that acts
 * @param shape of the data of one learning step
 * @param rollout counts intervals, or the updates of a schedule without intervals
 * @param units groups of environments that one executor owns together
 * @param assignment of replicas to the threads that serve
 * @param bounds of the numbers of threads
 * @param team shares the learner's passes; executors that wait for the learner help it
 * @param opponents past policies that play other seats; null without self-play
 * @param elsewhere the engine that collects rollouts; null if this process does
 */
record Pipeline(
        RunConfig config,
        List<Tensor> tensors,
        Policy policy,
        List<Replica> replicas,
        BankShape shape,
        Learner learner,
        ParameterVersions versions,
        RolloutClock rollout,
        Recorder recorder,
        Attachments attachments,
        RoleClocks times,
        ReplicaGroups units,
        ThreadAssignment assignment,
        ThreadBounds bounds,
        Team team,
        OpponentPool opponents,
        RemoteRollouts elsewhere) {

    RunControl control() {
        return attachments.control();
    }

    Perturbation perturbation() {
        return attachments.perturbation();
    }

    /**
     * The open engine that collects the rollouts of a run, and the states with which the run begins intervals. Used by
     * the thread that wires; its parts have thread rules.
     */
    record RemoteRollouts(StartStates states, Rollouts rollouts) implements AutoCloseable {

        /**
         * Opens the engine; returns null if this process collects the rollouts.
         *
         * @param together number of neighbouring replicas that are agents of one environment
         * @param opponents null without self-play
         */
        static RemoteRollouts open(
                RunConfig config, Attachments attachments, BankShape shape, int together, OpponentPool opponents) {
            if (!attachments.rollouts().elsewhere()) {
                return null;
            }
            StartStates states = new StartStates(config.pipeline().numEnvs(), together);
            RolloutSource.RolloutSite site = new RolloutSource.RolloutSite(
                    shape, states, opponents, attachments.control(), attachments.timeline());
            return new RemoteRollouts(states, attachments.rollouts().open(site));
        }

        @Override
        public void close() {
            rollouts.close();
        }
    }
}
