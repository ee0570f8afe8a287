package io.htsrl.determinism.interleaving;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;

/** An environment in which nothing happens. */
final class Still implements Environment {
    static final ObservationSpace OBSERVATIONS = ObservationSpace.floats(1);

    @Override
    public EnvironmentSpec spec() {
        return new EnvironmentSpec("Still", OBSERVATIONS, new ActionSpace.Discrete(1), 0, Double.NaN);
    }

    @Override
    public void reset(long seed, ObservationSlot out) {
        out.set(0, 0);
    }

    @Override
    public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
        out.set(0, 0);
        result.set(0, false, false);
    }
}
