package io.htsrl.learners.qlearning;

import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.time.AnnealedValue;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.learners.values.ActionValueConfig;
import io.htsrl.learners.values.Exploration;
import io.htsrl.policies.acting.TableConfig;
import io.htsrl.policies.network.NetworkConfig;
import io.htsrl.replay.Ratio;
import java.util.Optional;

/**
 * Settings of tabular Q-learning.
 *
 * @param learningRate share of the error that an update corrects
 * @param annealLr whether it falls linearly to zero over the run
 * @param gamma discount factor
 * @param startE ε of the first step
 * @param endE ε after the decay
 * @param explorationFraction share of the run over which ε falls
 */
public record QLearningConfig(
        @Setting(
                onFork = true,
                range = "(0, inf)",
                remedy = "give 0.1, for example",
                help = "Step size of the optimizer.")
        AnnealedValue learningRate,

        @Setting(
                onFork = true,
                defaultValue = "false",
                onlyWith = "learning-rate!=a schedule",
                otherwise = "false",
                help = "Lower it linearly to 0 over the run.")
        boolean annealLr,

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
                remedy = "give 1, for example",
                help = "Epsilon of the first step's exploration.")
        double startE,

        @Setting(onFork = true, range = "[0, 1]", remedy = "give 0.05, for example", help = "Epsilon after its decay.")
        double endE,

        @Setting(
                onFork = true,
                range = "[0, 1]",
                remedy = "give 0.5, for example",
                help = "Share of the run over which epsilon falls.")
        double explorationFraction)
        implements ActionValueConfig {

    @Override
    public String algorithm() {
        return "q-learning";
    }

    /** Returns its exploration, which is the same in all replicas. */
    @Override
    public Exploration exploration() {
        return new Exploration(startE, endE, explorationFraction, false);
    }

    /**
     * Returns optimizer settings for callers that read the learning rate; Q-learning has neither moments nor gradients.
     */
    @Override
    public OptimizerConfig optimizer() {
        return new OptimizerConfig(
                OptimizerConfig.Kind.ADAM, learningRate, annealLr, 1e-8, 0, 0, OptimizerConfig.Adam.DEFAULT);
    }

    @Override
    public Optional<Ratio> updatesPerStep(PipelineConfig pipeline) {
        return Optional.of(new Ratio(1, 1));
    }

    @Override
    public void checkNetwork(NetworkConfig network, Violations violations) {
        violations.check(
                network.torso() instanceof TableConfig,
                "--network",
                network.network(),
                "must be " + TableConfig.NAME + " for " + algorithm() + ", which learns values one by one",
                "choose --network " + TableConfig.NAME + ", or --algo dqn");
    }

    @Override
    public void check(PipelineConfig pipeline, int frameStack, Violations violations) {
        RecordSettings.check(this, violations);
    }
}
