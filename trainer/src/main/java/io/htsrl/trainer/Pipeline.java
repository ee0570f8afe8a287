package io.htsrl.trainer;

import io.htsrl.core.ActingState;
import io.htsrl.core.Perturbation;
import io.htsrl.core.Policy;
import io.htsrl.core.RunControl;
import io.htsrl.executors.Replica;
import io.htsrl.learners.LearningStage;
import io.htsrl.storage.DoubleStorage;
import io.htsrl.storage.RolloutClock;
import java.util.List;

/** What every way of driving a run shares; put together by {@link Trainer}. */
record Pipeline(
        RunConfig config,
        Policy policy,
        List<Replica> replicas,
        DoubleStorage storage,
        ActingState acting,
        RolloutClock rollout,
        LearningStage stage,
        Swap swap,
        RunControl control,
        Perturbation perturbation,
        Components components,
        TimeSheet times) {
}
