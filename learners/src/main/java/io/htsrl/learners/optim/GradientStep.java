package io.htsrl.learners.optim;

import io.htsrl.core.error.DivergedException;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.state.Stateful;
import io.htsrl.core.state.StatefulParts;
import io.htsrl.core.time.AnnealedValue;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.core.work.Team;
import io.htsrl.policies.kernel.Kernels;
import io.htsrl.policies.kernel.ParameterKernel;
import io.htsrl.policies.network.Tensor;
import io.htsrl.policies.normalize.Normalization;
import java.util.List;

/**
 * Step of the parameters along a gradient, clipped by its norm, with the update's learning rate. It fails on numbers
 * that are not finite. One thread; the state is the optimiser's moments.
 */
public final class GradientStep implements StatefulParts {
    private final ParameterKernel kernel = Kernels.parameters();
    private final double maxGradNorm;
    private final Optimizer optimizer;
    private final AnnealedValue learningRate;
    private final AnnealingHorizon updates;
    private final FiniteCheck finite;

    /** Creates a step that the calling thread computes alone. */
    public GradientStep(OptimizerConfig config, Policy policy, AnnealingHorizon updates) {
        this(config, policy, updates, Team.alone());
    }

    /**
     * @param policy policy whose parameters are changed
     * @param updates planned number of updates, at each update, for annealing
     * @param team team that computes each step, without changing a bit
     */
    public GradientStep(OptimizerConfig config, Policy policy, AnnealingHorizon updates, Team team) {
        this(config, policy, updates, team, Optimizer::of);
    }

    /** @param maker maker of the optimizer */
    public GradientStep(
            OptimizerConfig config, Policy policy, AnnealingHorizon updates, Team team, Optimizer.Maker maker) {
        this(config, FiniteCheck.tensors(policy), updates, team, maker);
    }

    /** @param tensors tensors of the parameters, in their order */
    public GradientStep(OptimizerConfig config, List<Tensor> tensors, AnnealingHorizon updates, Team team) {
        this(config, tensors, updates, team, Optimizer::of);
    }

    private GradientStep(
            OptimizerConfig config, List<Tensor> tensors, AnnealingHorizon updates, Team team, Optimizer.Maker maker) {
        this(config, optimizer(config, tensors, team, maker), tensors, updates);
    }

    /** Creates a step with the given optimiser instead of the one that {@code config} names. */
    public GradientStep(OptimizerConfig config, Optimizer optimizer, List<Tensor> tensors, AnnealingHorizon updates) {
        this.maxGradNorm = config.maxGradNorm();
        this.optimizer = optimizer;
        this.learningRate = config.rate();
        this.updates = updates;
        this.finite = new FiniteCheck(tensors);
    }

    private static Optimizer optimizer(OptimizerConfig config, List<Tensor> tensors, Team team, Optimizer.Maker maker) {
        int parameters = tensors.get(tensors.size() - 1).end();
        // statistics of observations are not learnt, so they must not decay
        int learnt = Normalization.of(tensors).map(Normalization::offset).orElse(parameters);
        return maker.make(config, parameters, learnt, team);
    }

    /** Returns the learning rate of that update. */
    public double rate(long update) {
        return learningRate.at(update, updates);
    }

    /**
     * Makes one step.
     *
     * @param gradient gradient of the loss; not clipped in place
     * @param update number of the update that this step belongs to
     * @return the gradient's norm before clipping
     * @throws DivergedException when the gradient or a parameter is not finite
     */
    public double step(float[] parameters, float[] gradient, long update) {
        double norm = Math.sqrt(kernel.sumOfSquares(gradient));
        finite.checkGradient(gradient, norm, update);
        if (!optimizer.step(parameters, gradient, scale(norm, maxGradNorm), rate(update))) {
            finite.checkParameters(parameters, update);
        }
        return norm;
    }

    /** Clears the optimiser's moments. */
    public void clear() {
        optimizer.clear();
    }

    @Override
    public List<Stateful> state() {
        return List.of(optimizer);
    }

    /**
     * Returns the factor that scales a gradient of that norm down to {@code max}, as torch.nn.utils.clip_grad_norm_
     * does; a {@code max} of 0 clips nothing.
     */
    static float scale(double norm, double max) {
        double scale = max / (norm + 1e-6);
        return max > 0 && scale < 1 ? (float) scale : 1;
    }
}
