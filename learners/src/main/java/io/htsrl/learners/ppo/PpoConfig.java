package io.htsrl.learners.ppo;

import io.htsrl.core.PipelineConfig;
import io.htsrl.core.Violations;
import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.learners.onpolicy.ActorCriticConfig;
import io.htsrl.learners.optim.OptimizerConfig;

/**
 * Settings of PPO, named as in CleanRL.
 *
 * @param updateEpochs   passes over a bank
 * @param numMinibatches minibatches of one pass; must divide the steps of a bank
 * @param clipCoef       ε of the clipped surrogate
 * @param clipVloss      whether the value loss is clipped with ε too
 * @param targetKl       epochs stop early when the approximate KL divergence exceeds this; 0 for never
 */
public record PpoConfig(
        ActorCriticConfig actorCritic,
        OptimizerConfig optimizer,
        int updateEpochs,
        int numMinibatches,
        double clipCoef,
        boolean clipVloss,
        double targetKl) implements AlgorithmConfig {

    @Override
    public String algorithm() {
        return "ppo";
    }

    @Override
    public double gamma() {
        return actorCritic.gamma();
    }

    @Override
    public int minibatch(PipelineConfig pipeline) {
        return pipeline.stepsPerInterval() / Math.max(1, numMinibatches);
    }

    @Override
    public void check(PipelineConfig pipeline, int frameStack, Violations violations) {
        int rows = pipeline.hasSteps() ? pipeline.stepsPerInterval() : 0; // which everything divides
        actorCritic.check(violations);
        optimizer.check(violations);
        violations
                .check(updateEpochs >= 1, "--update-epochs", updateEpochs, "must be at least 1", "give 4, for example")
                .check(numMinibatches >= 1 && rows % Math.max(1, numMinibatches) == 0,
                        "--num-minibatches", numMinibatches,
                        "must divide the steps of an interval (" + rows + ")",
                        "choose a divisor, or change --num-envs or --sync-interval")
                .check(clipCoef > 0 && Double.isFinite(clipCoef), "--clip-coef", clipCoef,
                        "must be a positive number", "give 0.2, for example")
                .check(targetKl >= 0 && Double.isFinite(targetKl), "--target-kl", targetKl, "must be at least 0",
                        "give 0.015, or 0 to never stop early");
    }
}
