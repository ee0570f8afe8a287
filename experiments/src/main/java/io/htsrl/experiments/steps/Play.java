package io.htsrl.experiments.steps;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;

/** An environment in play by drawn actions, and the time of each call. One thread. */
final class Play {
    private final Environment environment;
    private final RandomActions actions;
    private final float[] row;
    private final ObservationSlot slot = new ObservationSlot();
    private final StepResult result = new StepResult();
    private long resetNanos;
    private long resets;

    /** Resets it. */
    Play(Environment environment) {
        this.environment = environment;
        actions = new RandomActions(environment.spec().actionSpace());
        row = new float[environment.spec().actionSpace().width()];
        ObservationSpace space = environment.spec().observationSpace();
        if (space.kind() == ObservationSpace.Kind.FLOAT32) {
            slot.at(new float[space.size()], 0);
        } else {
            slot.at(new byte[space.size()], 0);
        }
        reset();
    }

    private void reset() {
        long begun = System.nanoTime();
        environment.reset(resets << 40, slot);
        resetNanos += System.nanoTime() - begun;
        resets++;
    }

    /** Nanoseconds of the step alone; an episode that ends is followed by the next one. */
    long step(int index) {
        actions.draw(index, row);
        long begun = System.nanoTime();
        environment.step(row, 0, slot, result);
        long nanos = System.nanoTime() - begun;
        if (result.done()) {
            reset();
        }
        return nanos;
    }

    long resets() {
        return resets;
    }

    /** Nanoseconds of one, on average. */
    double meanResetNanos() {
        return resetNanos / (double) resets;
    }
}
