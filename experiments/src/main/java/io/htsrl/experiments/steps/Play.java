package io.htsrl.experiments.steps;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.random.RandomStream;

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

    /**
     * Actions that are drawn evenly: of a box without bounds from [-1, 1]. A pure function of the index. Immutable, any
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

        /** Of a side that is open, two from the other one. */
        static float between(float low, float high, double uniform) {
            double from = Float.isFinite(low) ? low : Float.isFinite(high) ? high - 2.0 : -1;
            double to = Float.isFinite(high) ? high : from + 2;
            return (float) Math.min(to, from + uniform * (to - from));
        }
    }
}
