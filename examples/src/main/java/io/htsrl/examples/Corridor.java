package io.htsrl.examples;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;

/** A user-defined environment: a corridor of eight cells, with a reward of 1 at its right end. */
public final class Corridor implements Environment {
    private int cell;
    private int steps;

    @Override
    public EnvironmentSpec spec() {
        return new EnvironmentSpec("Corridor", ObservationSpace.floats(1), new ActionSpace.Discrete(2), 50, 0.9);
    }

    @Override
    public void reset(long seed, ObservationSlot out) {
        cell = 0;
        steps = 0;
        out.set(0, 0);
    }

    @Override
    public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
        cell = Math.max(0, cell + (actions[offset] == 1 ? 1 : -1));
        steps++;
        out.set(0, cell / 8f);
        result.set(cell == 8 ? 1 : -0.01, cell == 8, steps == 50);
    }
}
