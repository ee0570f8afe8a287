package io.htsrl.learners.optim;

import io.htsrl.core.state.Stateful;

/** Applies a gradient to the flat parameter vector, element by element. One thread; state is the moments. */
public interface Optimizer extends Stateful {

    /** {@code parameters -= step(gradient)}. */
    void step(float[] parameters, float[] gradient, double learningRate);

    /** The optimiser that {@code config} names. */
    static Optimizer of(OptimizerConfig config, int parameters) {
        return switch (config.kind()) {
            case ADAM -> new Adam(parameters, config.epsilon());
            case RMSPROP -> new RmsProp(parameters, config.rmsAlpha(), config.epsilon());
        };
    }
}
