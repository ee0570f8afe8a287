package io.htsrl.learners.bc;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.learners.BaseAlgorithm;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;

/** Behaviour cloning (Pomerleau 1988). Stateless, any thread. */
public final class Bc extends BaseAlgorithm<BcConfig> {

    public Bc() {
        super("bc", "Behaviour cloning of recorded steps (Pomerleau 1988)", BcConfig.class);
    }

    @Override
    public boolean needsRecording() {
        return true;
    }

    @Override
    public boolean actsIn(ActionSpace space) {
        return true;
    }

    @Override
    public boolean runsUnder(Schedule schedule) {
        return schedule.barrier();
    }

    @Override
    protected Learner newLearner(BcConfig config, LearnerInputs inputs) {
        return new BcLearner(config, inputs);
    }
}
