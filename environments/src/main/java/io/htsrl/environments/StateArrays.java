package io.htsrl.environments;

import io.htsrl.core.environment.BatchedEnvironment;
import java.util.List;

/**
 * The states of replicas of a {@link StateVectorEnvironment}, {@code [field][replica]}, stepped by a subclass in loops
 * over replicas that the JIT compiler turns into vectors.
 */
abstract class StateArrays implements BatchedEnvironment {
    /** With CartPole, A2C and the JDK's vector module, arrays took 1 s more to compile and saved some 20 ns a step. */
    private static final long LEAST_STEPS = 50_000_000;

    final double[][] state;
    private final StateVectorEnvironment[] replicas;

    StateArrays(List<? extends StateVectorEnvironment> replicas) {
        this.replicas = replicas.toArray(StateVectorEnvironment[]::new);
        this.state = new double[this.replicas[0].state.length][this.replicas.length];
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
}
