package io.htsrl.learners.offpolicy;

import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.time.AnnealedValue;
import io.htsrl.learners.onpolicy.ActorCriticConfig.RewardNormalization;
import io.htsrl.replay.Ratio;

/**
 * Settings of an actor and critics that learn from a replay memory.
 *
 * @param gamma discount factor
 * @param learningStarts environment steps, over all replicas, stored before the first update; until then actions are
 *     uniform
 * @param utd updates per environment step (over all replicas); kept exactly
 * @param tau fraction by which each move brings targets closer to the learnt parameters
 * @param criticLearningRate step size of critics and temperature; the optimizer's setting is the actor's
 * @param criticLossCoef factor of the critics' loss
 * @param policyFrequency updates between two of the actor
 * @param initialWeights first weights of actor and critics
 * @param rewards rewards that enter the targets
 */
public record CriticSettings(
        @Setting(
                onFork = true,
                defaultValue = "0.99",
                range = "[0, 1]",
                remedy = "give 0.99, for example",
                help = "Discount factor.")
        double gamma,

        @Setting(
                range = "[0, inf)",
                unit = "steps",
                remedy = "give 10000, for example",
                help = "Environment steps remembered before the first update.")
        long learningStarts,

        @Setting(
                type = RatioType.class,
                alias = "train-frequency",
                aliasType = RatioType.StepsPer.class,
                aliasHelp = "Environment steps, over all replicas, per update: --utd the other way round.",
                help = "Updates per environment step, over all replicas, such as 0.25, 4 or 1/3; kept exactly.")
        Ratio utd,

        @Setting(
                onFork = true,
                range = "(0, 1]",
                otherwise = "1",
                remedy = "give 1 to copy, 0.005 to follow",
                help = "Step of the target network towards the learned one; 1: copies it.")
        double tau,

        @Setting(
                onFork = true,
                range = "(0, inf)",
                remedy = "give 3e-4, for example",
                help = "Step size of critics and temperature.")
        AnnealedValue criticLearningRate,

        @Setting(
                onFork = true,
                defaultValue = "1",
                range = "(0, inf)",
                remedy = "give 1 or 0.5, for example",
                help = "Factor of the critics' loss.")
        double criticLossCoef,

        @Setting(
                onFork = true,
                unit = "updates",
                range = "[1, inf)",
                remedy = "give 1 or 2, for example",
                help = "Updates of the critics between two of the actor.")
        int policyFrequency,

        @Setting(defaultValue = "orthogonal", help = "First parameters: orthogonal, or uniform as PyTorch's are.")
        InitialWeights initialWeights,

        RewardNormalization rewards) {

    public CriticSettings {
        rewards = rewards == null ? RewardNormalization.NONE : rewards; // not set
    }

    /** Distribution of the first parameters of actor and critics. */
    public enum InitialWeights {
        /** Orthogonal matrices, as in hts-rl's other networks. */
        ORTHOGONAL,
        /** Uniform in ±1/sqrt(inputs), as in PyTorch. */
        UNIFORM
    }

    void check(Violations violations) {
        RecordSettings.check(this, violations);
        RecordSettings.check(rewards, violations);
    }
}
