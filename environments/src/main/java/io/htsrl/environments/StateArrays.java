package io.htsrl.environments;

import io.htsrl.core.environment.BatchedEnvironment;
import io.htsrl.core.environment.StepRows;
import io.htsrl.core.math.VectorMath;
import java.util.List;

/**
 * The states of replicas of a {@link StateVectorEnvironment}, {@code [field][replica]}, stepped in vectors by a
 * subclass. The replicas of a range beyond its last whole vector are stepped by their plain environments.
 */
abstract class StateArrays implements BatchedEnvironment {
    /** Measured with CartPole and A2C: vectors took 1 s more to compile, and saved some 20 ns a step. */
    private static final long LEAST_STEPS = 50_000_000;

    final double[][] state;
    private final StateVectorEnvironment[] replicas;
    private final int observationSize;
    private final int actionWidth;

    StateArrays(List<? extends StateVectorEnvironment> replicas) {
        this.replicas = replicas.toArray(StateVectorEnvironment[]::new);
        this.state = new double[this.replicas[0].state.length][this.replicas.length];
        this.observationSize = this.replicas[0].spec().observationSpace().size();
        this.actionWidth = this.replicas[0].spec().actionSpace().width();
    }

    /** Returns an array of intermediate values. */
    final double[] scratch() {
        return new double[replicas.length];
    }

    @Override
    public final long leastSteps() {
        return LEAST_STEPS;
    }

    @Override
    public final void load(int from, int to) {
        for (int field = 0; field < state.length; field++) {
            for (int i = from; i < to; i++) {
                state[field][i] = replicas[i].state[field];
            }
        }
    }

    @Override
    public final void store(int from, int to) {
        for (int field = 0; field < state.length; field++) {
            for (int i = from; i < to; i++) {
                replicas[i].state[field] = state[field][i];
            }
        }
    }

    @Override
    public final void step(int from, int to, StepRows rows) {
        int whole = from + VectorMath.SPECIES.loopBound(to - from);
        stepVectors(from, whole, rows);
        if (whole < to) {
            stepPlainly(from, whole, to, rows);
        }
    }

    /** Steps replicas {@code from .. to}, a number of whole vectors. */
    abstract void stepVectors(int from, int to, StepRows rows);

    private void stepPlainly(int from, int whole, int to, StepRows rows) {
        store(whole, to);
        for (int i = whole; i < to; i++) {
            int row = i - from;
            rows.slot.at(rows.observations, rows.observationOffset + row * observationSize, observationSize);
            replicas[i].step(rows.actions, rows.actionOffset + row * actionWidth, rows.slot, rows.result);
            rows.rewards[rows.row + row] = (float) rows.result.reward;
            rows.endings[rows.row + row] = rows.result.terminated ? StepRows.TERMINATED : 0;
        }
        load(whole, to);
    }
}
