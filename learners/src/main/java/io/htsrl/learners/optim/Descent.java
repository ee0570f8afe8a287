package io.htsrl.learners.optim;

import io.htsrl.core.error.DivergedException;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.state.Stateful;
import io.htsrl.core.time.Horizon;
import io.htsrl.core.work.Team;
import io.htsrl.policies.kernel.Kernels;
import io.htsrl.policies.kernel.ParameterKernel;
import io.htsrl.policies.network.Tensor;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * How a gradient moves parameters: clipped by its norm, with the learning rate of its update, and never to numbers that
 * are not finite. One thread; state is the optimiser's moments.
 */
public final class Descent implements Stateful {
    private final ParameterKernel kernel = Kernels.parameters();
    private final double maxGradNorm;
    private final Optimizer optimizer;
    private final LearningRate learningRate;
    private final Finite finite;
    private final int parameters;

    /** By the calling thread alone. */
    public Descent(OptimizerConfig config, Policy policy, Horizon updates) {
        this(config, policy, updates, Team.alone());
    }

    /**
     * @param policy  whose parameters move
     * @param updates how many are planned, at each of them, for annealing
     * @param team    that shares each step, without changing a bit
     */
    public Descent(OptimizerConfig config, Policy policy, Horizon updates, Team team) {
        this(config, Finite.tensors(policy), updates, team);
    }

    /** @param tensors that the parameters consist of, in their order */
    public Descent(OptimizerConfig config, List<Tensor> tensors, Horizon updates, Team team) {
        this.parameters = tensors.get(tensors.size() - 1).end();
        this.maxGradNorm = config.maxGradNorm();
        this.optimizer = Optimizer.of(config, parameters, team);
        this.learningRate = new LearningRate(config, updates);
        this.finite = new Finite(tensors);
    }

    /** The learning rate of that update. */
    public double rate(long update) {
        return learningRate.at(update);
    }

    /**
     * One step.
     *
     * @param gradient of the loss; not clipped in place
     * @param update   that this is, or that it is one of
     * @return the gradient's norm before it was clipped
     * @throws DivergedException when the gradient or a parameter is not finite
     */
    public double step(float[] parameters, float[] gradient, long update) {
        double norm = GradientNorm.of(gradient, kernel);
        finite.checkGradient(gradient, norm, update);
        if (!optimizer.step(parameters, gradient, GradientNorm.scale(norm, maxGradNorm), rate(update))) {
            finite.checkParameters(parameters, update);
        }
        return norm;
    }

    /** About how many bytes {@link #save} writes. */
    public long stateBytes() {
        return 2L * Float.BYTES * parameters;
    }

    @Override
    public void save(DataOutput out) throws IOException {
        optimizer.save(out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        optimizer.restore(in);
    }
}
