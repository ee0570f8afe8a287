package io.htsrl.learners.optim;

import io.htsrl.core.state.Stateful;
import io.htsrl.core.work.Team;
import io.htsrl.policies.kernel.Kernels;
import io.htsrl.policies.kernel.ParameterKernel;

/** Applies a gradient to the flat parameter vector, element by element. One thread; state is the moments. */
public interface Optimizer extends Stateful {

    /**
     * {@code parameters -= step(scale * gradient)}.
     *
     * @param scale of the gradient, which stays as it is
     * @return whether all parameters are finite now
     */
    boolean step(float[] parameters, float[] gradient, float scale, double learningRate);

    /**
     * The optimiser that {@code config} names.
     *
     * @param team that shares each step, without changing a bit
     */
    static Optimizer of(OptimizerConfig config, int parameters, Team team) {
        ParameterKernel kernel = Kernels.parameters();
        return switch (config.kind()) {
            case ADAM -> new Adam(parameters, config.epsilon(), kernel, team);
            case RMSPROP -> new RmsProp(parameters, config.rmsAlpha(), config.epsilon(), kernel, team);
        };
    }
}
