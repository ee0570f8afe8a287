package io.htsrl.learners.offpolicy;

import io.htsrl.core.math.DeterministicMath;
import io.htsrl.core.state.Stateful;
import io.htsrl.core.state.StatefulParts;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.core.work.Team;
import io.htsrl.learners.optim.GradientStep;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.policies.network.Tensor;
import java.util.List;

/**
 * Temperature α, the weight of the entropy: constant, or learnt so that the entropy becomes {@code H̄} (Haarnoja et al.
 * 2018b, Eq. 18). The learnt parameter is ln α, a part of φ. One thread; the state is the optimiser's moments.
 */
public final class Temperature implements StatefulParts {

    /** Factor of {@code mean(ln π) + H̄} in the loss. */
    public enum Loss {
        /** {@code -ln α} (Stable-Baselines3). */
        LOG,
        /** {@code -α} (CleanRL, as in the paper). */
        EXP
    }

    private final boolean learnt;
    private final double targetEntropy;
    private final Loss loss;
    private final GradientStep descent;
    private final int offset;
    private final float[] logAlpha = new float[1];
    private final float[] gradient = new float[1];

    /**
     * @param learnt whether {@link #learn} changes α
     * @param targetEntropy H̄
     * @param offset index of ln α in φ
     * @param intervals planned number of intervals, for annealing
     */
    public Temperature(
            boolean learnt,
            double targetEntropy,
            Loss loss,
            OptimizerConfig config,
            int offset,
            AnnealingHorizon intervals) {
        this.learnt = learnt;
        this.targetEntropy = targetEntropy;
        this.loss = loss;
        this.descent =
                new GradientStep(config, List.of(new Tensor("log_alpha", 0, List.of(1))), intervals, Team.alone());
        this.offset = offset;
    }

    /** Copies ln α from φ. */
    public void begin(float[] phi) {
        logAlpha[0] = phi[offset];
    }

    /** Copies ln α back to φ. */
    public void end(float[] phi) {
        phi[offset] = logAlpha[0];
    }

    /** Returns α. */
    public double alpha() {
        return DeterministicMath.exp(logAlpha[0]);
    }

    /**
     * Makes one step.
     *
     * @param meanLogProbability mean of ln π over actions drawn from the actor
     */
    public void learn(double meanLogProbability, long interval) {
        if (learnt) {
            double factor = loss == Loss.LOG ? 1 : alpha(); // d α / d ln α
            gradient[0] = (float) (-factor * (meanLogProbability + targetEntropy));
            descent.step(logAlpha, gradient, interval);
        }
    }

    void clearMoments() {
        descent.clear();
    }

    @Override
    public List<Stateful> state() {
        return List.of(descent);
    }
}
