package io.htsrl.benchmarks.bridge;

import io.htsrl.benchmarks.IdleComponents;
import io.htsrl.cli.Hts;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.run.Trainer;
import java.util.ArrayList;
import java.util.List;

/**
 * Speed of our whole pipeline without learning: executors, buffers, banks, digests.
 *
 * @param name name in the table
 * @param env value of {@code --env}
 * @param envs number of replicas
 * @param steps steps of each replica
 * @param flags additional flags of {@code hts train}
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
                "--learners", // no thread waits to share an update
                "1",
                "--total-timesteps",
                "" + envs * steps));
        all.addAll(flags);
        Stopwatch stopwatch = new Stopwatch(envs * steps);
        Attachments attachments =
                Attachments.none().with(new IdleComponents(false)).with(stopwatch);
        new Trainer(Hts.configure(all.toArray(String[]::new)), attachments).run();
        return stopwatch.speed();
    }
}
