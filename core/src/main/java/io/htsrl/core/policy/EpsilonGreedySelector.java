package io.htsrl.core.policy;

import io.htsrl.core.error.DivergedException;
import io.htsrl.core.math.DeterministicMath;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.time.AnnealingHorizon;

/**
 * ε-greedy over the values of an output row: with probability ε a uniform action of the allowed ones, else the greatest
 * (the first of equals). ε falls linearly from {@code start} to {@code end} over the replica's first {@code decaySteps}
 * steps, and is raised to {@code exponent}: 1 for all replicas alike, or Ape-X's {@code 1 + 7 i/(n-1)} (Horgan et al.
 * 2018, sec. 4), which keeps more exploration in some. Immutable, any thread.
 *
 * @param values reader of the rows
 * @param decay steps of one replica until ε is {@code end}, as planned at each step; 0 for no decay phase
 */
public record EpsilonGreedySelector(
        ActionValues values, double start, double end, AnnealingHorizon decay, double exponent)
        implements ActionSelector {
    /** Returns ε at the replica's step {@code step}. */
    public double epsilon(long step) {
        long decaySteps = decay.at(step);
        double linear = step >= decaySteps ? end : start + (end - start) * step / decaySteps;
        return exponent == 1 || linear == 0 ? linear : DeterministicMath.exp(exponent * DeterministicMath.log(linear));
    }

    /** @throws DivergedException when a value is NaN */
    @Override
    public void select(
            float[] outputs, int outputOffset, RandomStream draws, long step, float[] actions, int actionOffset) {
        values.check(outputs, outputOffset);
        boolean explores = draws.uniform(step, 0) < epsilon(step);
        if (explores) {
            int allowed = values.allowed(outputs, outputOffset);
            actions[actionOffset] =
                    values.actionOfAllowed(outputs, outputOffset, (int) (draws.uniform(step, 1) * allowed));
        } else {
            actions[actionOffset] = values.greatest(outputs, outputOffset);
        }
    }
}
