package io.htsrl.trainer.run;

import io.htsrl.core.policy.Policy;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.staff.Bounds;
import io.htsrl.core.staff.Roster;
import io.htsrl.core.staff.Units;
import io.htsrl.core.work.Team;
import io.htsrl.executors.Replica;
import io.htsrl.learners.Learner;
import io.htsrl.learners.ParameterVersions;
import io.htsrl.policies.network.Tensor;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.RolloutClock;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import java.util.List;

/**
 * What every schedule of a run has; put together by {@link Trainer}.
 *
 * @param tensors of the parameters, for checkpoints
 * @param policy  that acts
 * @param shape   of what is learnt from at once
 * @param rollout counts intervals, or the updates of a schedule without
 * @param units   of environments that one executor owns together
 * @param roster  who serves
 * @param bounds  of it
 * @param team    that shares the learner's passes, and whom executors help where they wait for it
 * @param elsewhere who collects rollouts, where it is not this process; else null
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
        TimeSheet times,
        Units units,
        Roster roster,
        Bounds bounds,
        Team team,
        Elsewhere elsewhere) {

    RunControl control() {
        return attachments.control();
    }

    Perturbation perturbation() {
        return attachments.perturbation();
    }
}
