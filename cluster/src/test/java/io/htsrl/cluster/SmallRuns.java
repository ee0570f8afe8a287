package io.htsrl.cluster;

import io.htsrl.cli.Hts;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.run.Trainer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Small runs whose digests the tests of this module compare. */
public final class SmallRuns {
    public static final int ENVIRONMENTS = 8;
    public static final int INTERVAL = 8;
    public static final int INTERVALS = 10;

    private SmallRuns() {}

    /** Flags of nodes on any free port of this machine. */
    static ClusterSettings settings(int nodes, int localNodes, int learnerNodes) {
        return new ClusterSettings(
                nodes,
                localNodes,
                learnerNodes,
                "127.0.0.1:0",
                Optional.empty(),
                Duration.ofHours(1),
                Duration.ofHours(1),
                3,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                true);
    }

    /** Returns what follows {@code hts train}. */
    public static List<String> arguments(String algorithm, String environment, int executors, long seed) {
        List<String> arguments = new ArrayList<>(List.of(
                "--algo",
                algorithm,
                "--env",
                environment,
                "--seed",
                "" + seed,
                "--num-envs",
                "" + ENVIRONMENTS,
                "--sync-interval",
                "" + INTERVAL,
                "--total-timesteps",
                "" + ENVIRONMENTS * INTERVAL * INTERVALS,
                "--executors",
                "" + executors,
                "--learners",
                "1",
                "--hidden-sizes",
                "16,16"));
        if (algorithm.equals("dqn")) {
            arguments.addAll(List.of("--learning-starts", "128", "--buffer-size", "512", "--batch-size", "16"));
        }
        return arguments;
    }

    public static RunConfig config(String algorithm, String environment, int executors) {
        return config(algorithm, environment, executors, 3);
    }

    public static RunConfig config(String algorithm, String environment, int executors, long seed) {
        return Hts.configure(arguments(algorithm, environment, executors, seed).toArray(String[]::new));
    }

    /** Returns the run under another schedule. */
    public static RunConfig by(RunConfig config, Schedule schedule) {
        PipelineConfig p = config.pipeline();
        return config.with(new PipelineConfig(
                schedule,
                p.numEnvs(),
                p.syncInterval(),
                p.actors(),
                p.executors(),
                p.actorBatch(),
                p.waitMode(),
                p.learners()));
    }

    private static final Map<RunConfig, String> DIGESTS = new ConcurrentHashMap<>(); // by serial

    /** The digest of {@code serial}: each configuration is run once. */
    public static String serial(RunConfig config) {
        return DIGESTS.computeIfAbsent(by(config, Schedule.SERIAL), serial -> {
            try {
                return new Trainer(serial, Attachments.none()).run().digest();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }
}
