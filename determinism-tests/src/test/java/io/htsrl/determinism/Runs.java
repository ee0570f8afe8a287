package io.htsrl.determinism;

import io.htsrl.cli.PlainRuns;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.core.time.AnnealedValue;
import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.learners.a2c.A2cConfig;
import io.htsrl.learners.acktr.AcktrConfig;
import io.htsrl.learners.dqn.DqnConfig;
import io.htsrl.learners.offpolicy.ReplaySettings;
import io.htsrl.learners.onpolicy.ActorCriticConfig;
import io.htsrl.learners.onpolicy.ActorCriticConfig.RewardNormalization;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.learners.ppo.PpoConfig;
import io.htsrl.learners.pqn.PqnConfig;
import io.htsrl.learners.trpo.TrpoConfig;
import io.htsrl.learners.values.Exploration;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.ObservationNormalization;
import io.htsrl.replay.Ratio;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.config.RunConfigBuilder;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Small runs whose digests the tests of this package compare. */
final class Runs {
    static final int ENVIRONMENTS = 16;
    static final int INTERVAL = 16;
    static final int INTERVALS = 12;

    private Runs() {}

    /** Settings that must not change a bit, but for {@code learners}: another number of them is another run. */
    record Threads(int actors, int executors, int actorBatch, WaitMode waitMode, int learners) {
        static final Threads DEFAULT = new Threads(0, 1, ENVIRONMENTS, WaitMode.PHASED);

        Threads(int actors, int executors, int actorBatch, WaitMode waitMode) {
            this(actors, executors, actorBatch, waitMode, 1);
        }
    }

    static AlgorithmConfig algorithm(String name) {
        OptimizerConfig adam = new OptimizerConfig(OptimizerConfig.Kind.ADAM, 1e-3, true, 1e-5, 0.99, 0.5);
        OptimizerConfig rmsProp = new OptimizerConfig(OptimizerConfig.Kind.RMSPROP, 1e-3, false, 1e-5, 0.99, 0.5);
        return switch (name) {
            case "ppo" ->
                new PpoConfig(
                        new ActorCriticConfig(0.99, 0.95, true, 0.01, 0.5),
                        adam,
                        2,
                        4,
                        AnnealedValue.of(0.2),
                        true,
                        AnnealedValue.of(0),
                        0,
                        PpoConfig.ClipAround.BEHAVIOUR);
            case "acktr" ->
                new AcktrConfig(
                        new ActorCriticConfig(0.99, 1.0, false, 0.01, 0.5),
                        AnnealedValue.of(0.25),
                        true,
                        0.001,
                        0.9,
                        0.01,
                        0.9,
                        3,
                        1);
            case "trpo" ->
                new TrpoConfig(
                        new ActorCriticConfig(0.99, 0.95, true, 0.01, 1), adam, 0.01, 10, 0.1, 0.8, 10, 2, 24, 1);
            case "pqn" -> new PqnConfig(adam, 0.99, 0.65, new Exploration(1, 0.05, 0.5, true), 2, 4, null);
            case "a2c" -> new A2cConfig(new ActorCriticConfig(0.99, 1.0, false, 0.01, 0.5), rmsProp);
            case "dqn" ->
                new DqnConfig(
                        adam,
                        0.99,
                        new Exploration(1, 0.05, 0.5, true),
                        new ReplaySettings(2000, 32, 3, 0.6, 0.4, 1e-6, 1, 1, null, null, null, 0),
                        DqnConfig.InitialPriority.ACTOR,
                        300,
                        Ratio.oneUpdatePer(16),
                        100,
                        0.5,
                        true,
                        true,
                        null,
                        0,
                        null);
            default -> throw new IllegalArgumentException(name);
        };
    }

    static RunConfig config(String algorithm, String environment, long seed, Schedule schedule, Threads threads) {
        PipelineConfig pipeline = new PipelineConfig(
                schedule,
                ENVIRONMENTS,
                INTERVAL,
                threads.actors(),
                threads.executors(),
                threads.actorBatch(),
                threads.waitMode(),
                threads.learners());
        return PlainRuns.of(
                environment,
                Map.of(),
                null,
                seed,
                (long) INTERVALS * ENVIRONMENTS * INTERVAL,
                pipeline,
                new MlpConfig(List.of(32, 32), Activation.TANH, false),
                algorithm(algorithm));
    }

    /** Normalises the run's observations, and its rewards where the algorithm can. */
    static RunConfig normalized(RunConfig config) {
        return with(config, normalized(config.algorithm()));
    }

    /** Returns the run by an algorithm whose network normalises observations. */
    static RunConfig with(RunConfig config, AlgorithmConfig algorithm) {
        return RunConfigBuilder.builder(PlainRuns.of(
                        config.env(),
                        config.envOptions(),
                        config.stepTime(),
                        config.seed(),
                        config.totalTimesteps(),
                        config.pipeline(),
                        ((MlpConfig) config.network()).with(new ObservationNormalization(true, 2)),
                        algorithm))
                .frameStack(config.frameStack())
                .build();
    }

    private static AlgorithmConfig normalized(AlgorithmConfig algorithm) {
        if (algorithm instanceof PpoConfig ppo) {
            return new PpoConfig(
                    normalized(ppo.actorCritic()),
                    ppo.optimizer(),
                    ppo.updateEpochs(),
                    ppo.numMinibatches(),
                    ppo.clipCoef(),
                    ppo.clipVloss(),
                    AnnealedValue.of(0),
                    ppo.targetKl(),
                    PpoConfig.ClipAround.BEHAVIOUR);
        }
        return algorithm instanceof A2cConfig a2c
                ? new A2cConfig(normalized(a2c.actorCritic()), a2c.optimizer())
                : algorithm;
    }

    private static ActorCriticConfig normalized(ActorCriticConfig raw) {
        return new ActorCriticConfig(
                raw.gamma(),
                raw.gaeLambda(),
                raw.normAdv(),
                raw.entCoef(),
                raw.vfCoef(),
                raw.logStdInit(),
                raw.useSde(),
                raw.noiseSteps(),
                new RewardNormalization(true, 1.5));
    }

    /** Waits in a callback that throws nothing; an interrupt ends the wait and stays set. */
    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static TrainingResult run(RunConfig config, Perturbation perturbation) {
        try {
            return new Trainer(config, Attachments.none().with(perturbation)).run();
        } catch (TrainingFailedException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    static TrainingResult run(String algorithm, long seed, Schedule schedule, Threads threads) {
        return run(config(algorithm, "CartPole-v1", seed, schedule, threads), Perturbation.NONE);
    }
}
