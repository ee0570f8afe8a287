package io.htsrl.experiments.tune;

import io.htsrl.cli.Hts;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.experiments.tune.model.HandOver;
import io.htsrl.experiments.tune.model.Knobs;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TimeUse;
import io.htsrl.trainer.report.TrainingFailedException;
import java.util.EnumMap;
import java.util.Map;

/**
 * Finds out what it costs to hand work from an executor to an actor and back, through the rings of a real run: in
 * lockstep, where they take turns and nothing else goes on, in an environment whose steps are next to nothing. One thread.
 */
final class HandOverProfile {
    private static final int MOST_ENVIRONMENTS = 64;

    private HandOverProfile() {}

    /** In each way of waiting, with so many environments. */
    static Map<WaitMode, HandOver> of(int environments, TimedRun.Window window)
            throws TrainingFailedException, InterruptedException {
        int n = Math.min(environments, MOST_ENVIRONMENTS);
        RunConfig config = Hts.configure(
                        "--algo",
                        "ppo",
                        "--env",
                        "CartPole-v1",
                        "--schedule",
                        "sync",
                        "--num-envs",
                        Integer.toString(n),
                        "--sync-interval",
                        "64",
                        "--update-epochs",
                        "1",
                        "--num-minibatches",
                        "1")
                .lasting(Tuning.ENDLESS);
        Map<WaitMode, HandOver> handOvers = new EnumMap<>(WaitMode.class);
        for (WaitMode mode : WaitMode.values()) {
            handOvers.put(mode, of(TimedRun.of(config, new Knobs(1, 1, n, mode, 1), window)));
        }
        return handOvers;
    }

    private static HandOver of(TimedRun run) {
        TimeUse.Role executor = run.use().roles().get("executor");
        TimeUse.Role actor = run.use().roles().get("actor");
        double batches = Math.max(1, run.use().batches());
        double waited = executor.waitSeconds() - executor.barrierSeconds();
        double latency = Math.max(0, waited - actor.busySeconds()) / batches / 2;
        double processor = run.cpu().of("executor") + run.cpu().of("actor");
        double spun = processor - executor.busySeconds() - actor.busySeconds();
        double waits = executor.waitSeconds() + actor.waitSeconds();
        return new HandOver(latency, waits > 0 ? Math.max(0, Math.min(1, spun / waits)) : 0);
    }
}
