package io.htsrl.experiments.steps;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.random.RandomStream;

/** Steps an environment with random actions and times each call. One thread. */
final class RandomStepper {
    private final Environment environment;
    private final RandomActions actions;
    private final float[] row;
    private final ObservationSlot slot = new ObservationSlot();
    private final StepResult result = new StepResult();
    private long resetNanos;
    private long resets;

    /** Resets the environment. */
    RandomStepper(Environment environment) {
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

    /** Returns the nanoseconds of the step without resets; an episode that ends is followed by another. */
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

    /** Returns the mean nanoseconds of a reset. */
    double meanResetNanos() {
        return resetNanos / (double) resets;
    }

    /**
     * Uniformly drawn actions; an unbounded box is drawn from [-1, 1]. A pure function of the index. Immutable, any
     * thread.
     */
    static final class RandomActions {
        private final RandomStream stream = RandomStream.root(1).spawn("random-actions");
        private final ActionSpace space;

        RandomActions(ActionSpace space) {
            this.space = space;
        }

        /** Writes action {@code index}. */
        void draw(long index, float[] row) {
            for (int i = 0; i < row.length; i++) {
                row[i] = component(i, stream.uniform(index, i));
            }
        }

        private float component(int i, double uniform) {
            if (space instanceof ActionSpace.Continuous box) {
                return between(box.low()[i], box.high()[i], uniform);
            }
            int choices = space instanceof ActionSpace.Discrete discrete
                    ? discrete.count()
                    : space instanceof ActionSpace.MultiDiscrete several ? several.counts()[i] : 2;
            return (int) (uniform * choices);
        }

        /** Returns a number between the bounds. Where one bound is infinite, the range is 2 wide from the other. */
        static float between(float low, float high, double uniform) {
            double from = Float.isFinite(low) ? low : Float.isFinite(high) ? high - 2.0 : -1;
            double to = Float.isFinite(high) ? high : from + 2;
            return (float) Math.min(to, from + uniform * (to - from));
        }
    }
}
