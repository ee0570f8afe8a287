package io.htsrl.learners.pqn;

import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Setting;
import io.htsrl.learners.onpolicy.ActorCriticConfig.RewardNormalization;
import io.htsrl.learners.onpolicy.Minibatches;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.learners.values.ActionValueConfig;
import io.htsrl.learners.values.Exploration;
import io.htsrl.replay.Ratio;
import java.util.Optional;

/**
 * Settings of PQN, named as in CleanRL.
 *
 * @param gamma discount factor
 * @param qLambda λ of the returns; 0 gives one-step targets, 1 those of the whole interval
 * @param exploration exploration of the executors
 * @param updateEpochs passes over a bank
 * @param numMinibatches minibatches of one pass; must divide the steps of a bank
 * @param rewards rewards that enter the returns
 */
public record PqnConfig(
        OptimizerConfig optimizer,

        @Setting(
                onFork = true,
                defaultValue = "0.99",
                range = "[0, 1]",
                remedy = "give 0.99, for example",
                help = "Discount factor.")
        double gamma,

        @Setting(
                onFork = true,
                range = "[0, 1]",
                remedy = "give 0.65, for example",
                help = "Lambda of the returns of Q-values; 0: one-step targets.")
        double qLambda,

        Exploration exploration,

        @Setting(
                onFork = true,
                range = "[1, inf)",
                remedy = "give 4, for example",
                help = "Passes over an interval's steps.")
        int updateEpochs,

        @Setting(onFork = true, help = "Minibatches of one pass.")
        int numMinibatches,

        RewardNormalization rewards)
        implements ActionValueConfig {

    public PqnConfig {
        rewards = rewards == null ? RewardNormalization.NONE : rewards; // not set
    }

    @Override
    public String algorithm() {
        return "pqn";
    }

    @Override
    public int minibatch(PipelineConfig pipeline) {
        return Minibatches.rows(numMinibatches, pipeline);
    }

    @Override
    public Optional<Ratio> updatesPerStep(PipelineConfig pipeline) {
        return Minibatches.updatesPerStep(updateEpochs, numMinibatches, pipeline);
    }

    @Override
    public void check(PipelineConfig pipeline, int frameStack, Violations violations) {
        optimizer.check(violations);
        RecordSettings.check(this, violations);
        RecordSettings.check(exploration, violations);
        RecordSettings.check(rewards, violations);
        Minibatches.check(numMinibatches, pipeline, violations);
    }
}
