package io.htsrl.cli.evaluate;

import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Choice of a run's policy: two flags of every command that takes one. One thread. */
public final class PolicyChoice {

    @Option(names = "--interval", order = 3, paramLabel = "K", description = "The checkpoint taken after K intervals.")
    private Long interval;

    @Option(
            names = "--best",
            order = 3,
            description = "The best policy that --eval-every evaluated, instead of the last one.")
    private boolean best;

    /** Adds what is wrong with the flags. */
    public void check(Violations violations) {
        violations.check(
                !best || interval == null,
                "--best",
                null,
                "must not be given beside --interval, which names another policy",
                "keep one of them");
    }

    /**
     * Reads the policy of a run that the flags name, as {@link TrainedPolicy#load} does.
     *
     * @throws io.htsrl.core.error.ConfigurationException  when there is no such policy
     * @throws io.htsrl.checkpoints.CheckpointException when its file is damaged
     */
    public TrainedPolicy load(Path run, Layer flags) {
        return best ? TrainedPolicy.loadBest(run, flags) : TrainedPolicy.load(run, interval, flags);
    }

    /** Reads the same policy for a command that makes no environment. */
    public TrainedPolicy loadWithSpaces(Path run) {
        return TrainedPolicy.loadWithSpaces(run, best, interval);
    }
}
