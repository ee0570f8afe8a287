package io.htsrl.trainer.recording;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import java.io.DataInput;
import java.io.DataOutput;
import java.util.Arrays;

/**
 * Stands in for the environment of a run that learns from recorded steps, so that its intervals have their usual form:
 * observations are zero, and every step is {@linkplain StepResult#setAbsent absent}, so learners store no step and
 * reports count none.
 */
record IdleEnvironment(EnvironmentSpec spec) implements Environment {

    @Override
    public void reset(long seed, ObservationSlot out) {
        int end = out.offset() + spec.observationSpace().size();
        if (spec.observationSpace().kind() == ObservationSpace.Kind.FLOAT32) {
            Arrays.fill(out.floats(), out.offset(), end, 0);
        } else {
            Arrays.fill(out.bytes(), out.offset(), end, (byte) 0);
        }
    }

    @Override
    public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
        reset(0, out);
        result.setAbsent();
    }

    @Override
    public boolean canSaveState() {
        return true;
    }

    @Override
    public void saveState(DataOutput out) {}

    @Override
    public void restoreState(DataInput in) {}
}
