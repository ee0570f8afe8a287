package io.htsrl.benchmarks.bridge;

import io.htsrl.benchmarks.Idle;
import io.htsrl.cli.Hts;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.run.Trainer;
import java.util.ArrayList;
import java.util.List;

/**
 * Our whole pipeline without learning: executors, buffers, banks, digests.
 *
 * @param name  as printed
 * @param env   as with {@code --env}
 * @param envs  replicas
 * @param steps of each replica
 * @param flags of {@code hts train}, more of them
 */
record PipelineRate(String name, String env, int envs, long steps, List<String> flags) implements Contender {

    @Override
    public Speed run() throws Exception {
        List<String> all = new ArrayList<>(List.of(
                "--algo",
                "ppo",
                "--env",
                env,
                "--num-envs",
                "" + envs,
                "--hidden-sizes",
                "1",
                "--learners", // nobody learns: nobody waits to help
                "1",
                "--total-timesteps",
                "" + envs * steps));
        all.addAll(flags);
        Stopwatch stopwatch = new Stopwatch(envs * steps);
        Attachments attachments = Attachments.none().with(new Idle()).with(stopwatch);
        new Trainer(Hts.configure(all.toArray(String[]::new)), attachments).run();
        return stopwatch.speed();
    }
}
