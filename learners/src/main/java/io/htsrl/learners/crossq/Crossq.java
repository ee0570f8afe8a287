package io.htsrl.learners.crossq;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.offpolicy.BoxAlgorithm;
import io.htsrl.learners.offpolicy.LeastValueLoss;
import io.htsrl.learners.offpolicy.SoftLearner;
import java.util.HashSet;
import java.util.Set;

/** CrossQ (Bhatt et al. 2024): SAC with batch normalisation and without targets. Stateless, any thread. */
public final class Crossq extends BoxAlgorithm<CrossqConfig> {

    public Crossq() {
        super(
                "crossq",
                "CrossQ (Bhatt et al. 2024): SAC with batch normalization and without target networks",
                CrossqConfig.class);
    }

    @Override
    public Set<String> unusedSettings() {
        Set<String> unused = new HashSet<>(super.unusedSettings());
        unused.add("tau");
        unused.add("target-update-interval");
        return unused;
    }

    @Override
    public boolean learnsStatistics() {
        return true;
    }

    @Override
    public boolean learnsFrom(ObservationSpace space) {
        return space.policies().isEmpty();
    }

    @Override
    public String observationSpaces() {
        return "one policy";
    }

    @Override
    protected Learner newLearner(CrossqConfig config, LearnerInputs inputs) {
        return new SoftLearner(config, inputs, (rows, team) -> new LeastValueLoss(rows, config));
    }
}
