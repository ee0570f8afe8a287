package io.htsrl.determinism.remote;

import io.htsrl.cli.PlainRuns;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.core.time.AnnealedValue;
import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.learners.a2c.A2cConfig;
import io.htsrl.learners.onpolicy.ActorCriticConfig;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.learners.ppo.PpoConfig;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.util.List;
import java.util.Map;

/** Small runs in environments that compute elsewhere. */
final class RemoteRuns {
    static final int ENVIRONMENTS = 6;
    static final int INTERVAL = 16;
    static final int INTERVALS = 12;

    private RemoteRuns() {}

    /** Threads and batches, which change no bit. */
    record Threads(int actors, int executors, int batch, WaitMode waitMode) {}

    static final Threads DEFAULT = new Threads(0, 1, ENVIRONMENTS, WaitMode.PHASED);

    private static AlgorithmConfig algorithm(String name) {
        OptimizerConfig adam = new OptimizerConfig(OptimizerConfig.Kind.ADAM, 1e-3, true, 1e-5, 0.99, 0.5);
        ActorCriticConfig shared = new ActorCriticConfig(0.99, 0.95, true, 0.01, 0.5);
        return name.equals("ppo")
                ? new PpoConfig(
                        shared,
                        adam,
                        2,
                        4,
                        AnnealedValue.of(0.2),
                        true,
                        AnnealedValue.of(0),
                        0,
                        PpoConfig.ClipAround.BEHAVIOUR)
                : new A2cConfig(shared, adam);
    }

    static PipelineConfig pipeline(Schedule schedule, Threads threads) {
        return new PipelineConfig(
                schedule,
                ENVIRONMENTS,
                INTERVAL,
                threads.actors(),
                threads.executors(),
                threads.batch(),
                threads.waitMode(),
                1);
    }

    static RunConfig config(
            String algorithm, String environment, Map<String, String> options, Schedule schedule, Threads threads) {
        return PlainRuns.of(
                environment,
                options,
                null,
                1,
                (long) INTERVALS * ENVIRONMENTS * INTERVAL,
                pipeline(schedule, threads),
                new MlpConfig(List.of(16), Activation.TANH, false),
                algorithm(algorithm));
    }

    static RunConfig distant(String algorithm, Schedule schedule, Threads threads) {
        return config(algorithm, DistantEnvironments.NAME, Map.of(), schedule, threads);
    }

    static TrainingResult run(RunConfig config, Attachments attachments) {
        try {
            return new Trainer(config, attachments).run();
        } catch (TrainingFailedException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    static TrainingResult run(RunConfig config) {
        return run(config, Attachments.none());
    }
}
