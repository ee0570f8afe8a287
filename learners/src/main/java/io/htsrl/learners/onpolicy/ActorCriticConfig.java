package io.htsrl.learners.onpolicy;

import io.htsrl.core.Violations;

/**
 * What A2C and PPO share.
 *
 * @param gamma     discount factor
 * @param gaeLambda λ of GAE (Schulman et al. 2016, Eq. 16); 1 gives n-step returns over the sync interval
 * @param normAdv   whether advantages are normalised to zero mean and unit variance, per minibatch
 * @param entCoef   weight of the entropy bonus
 * @param vfCoef    weight of the value loss
 */
public record ActorCriticConfig(double gamma, double gaeLambda, boolean normAdv, double entCoef, double vfCoef) {

    /** Adds what is wrong with these settings. */
    public void check(Violations violations) {
        violations
                .check(gamma >= 0 && gamma <= 1, "--gamma", gamma, "must be in [0, 1]", "give 0.99, for example")
                .check(gaeLambda >= 0 && gaeLambda <= 1, "--gae-lambda", gaeLambda, "must be in [0, 1]",
                        "give 0.95, or 1 for n-step returns")
                .check(entCoef >= 0 && Double.isFinite(entCoef), "--ent-coef", entCoef, "must be at least 0",
                        "give 0.01, for example")
                .check(vfCoef >= 0 && Double.isFinite(vfCoef), "--vf-coef", vfCoef, "must be at least 0",
                        "give 0.5, for example");
    }
}
