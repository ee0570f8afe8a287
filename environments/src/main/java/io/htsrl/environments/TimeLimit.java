package io.htsrl.environments;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Truncates episodes after a number of steps, like Gymnasium's wrapper of this name. The limit is not part of the task:
 * the step at the limit is {@code truncated}, and {@code terminated} only if the task itself ends. Thread rule of
 * {@link Environment}.
 */
public final class TimeLimit extends EnvironmentWrapper {
    private final int maxSteps;
    private final EnvironmentSpec spec;
    private int elapsed;

    /**
     * @param maxSteps limit in steps, at least 1
     * @throws IllegalArgumentException when it is less
     */
    public TimeLimit(Environment inner, int maxSteps) {
        super(inner);
        if (maxSteps < 1) {
            throw new IllegalArgumentException("time limit " + maxSteps + " must be at least 1 step");
        }
        this.maxSteps = maxSteps;
        EnvironmentSpec task = inner.spec();
        spec = new EnvironmentSpec(
                task.id(),
                task.observationSpace(),
                task.actionSpace(),
                maxSteps,
                task.rewardThreshold(),
                task.scored());
    }

    @Override
    public EnvironmentSpec spec() {
        return spec;
    }

    @Override
    public void reset(long seed, ObservationSlot out) {
        elapsed = 0;
        super.reset(seed, out);
    }

    @Override
    public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
        super.step(actions, offset, out, result);
        if (++elapsed >= maxSteps) {
            result.truncated = true;
        }
    }

    @Override
    public void saveState(DataOutput out) throws IOException {
        out.writeInt(elapsed);
        super.saveState(out);
    }

    @Override
    public void restoreState(DataInput in) throws IOException {
        elapsed = in.readInt();
        super.restoreState(in);
    }
}
