package io.htsrl.cli.settings;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Flags of CleanRL, Stable-Baselines3, its Zoo and other commands, for their users. Stateless, any thread. */
public final class ForeignFlags {
    /** Other names of settings: keys by flag. */
    static final Map<String, String> SAME = Map.of(
            "--lr", "learning-rate",
            "--env-id", "env",
            "--n-envs", "num-envs",
            "--timesteps", "total-timesteps",
            "--n-timesteps", "total-timesteps");

    private static final String METRICS =
            "remove it: every run writes metrics.jsonl and summary.json in its run directory, see docs/reference/files.md";
    private static final Map<String, String> INSTEAD = Map.ofEntries(
            Map.entry("--track", METRICS),
            Map.entry("--wandb-project-name", METRICS),
            Map.entry("--tensorboard-log", METRICS),
            Map.entry("--wandb", METRICS),
            Map.entry("--wandb-entity", METRICS),
            Map.entry("--eval-freq", "give --eval-every N, which counts intervals"),
            Map.entry("--save-freq", "give --checkpoint-every N, which counts intervals"),
            Map.entry("--hyperparams", "give each setting by its own flag, such as --learning-rate 1e-3"),
            Map.entry("--policy", "give --network mlp, nature or impala"),
            Map.entry("--verbose", "remove it, or give --quiet"),
            Map.entry("--capture-video", "remove it, and record what was learnt: 'hts play RUN --record FILE.gif'"),
            Map.entry("--save-model", "remove it: every run writes model.safetensors in its run directory"),
            Map.entry("--exp-name", "name the run's folder with --out"),
            Map.entry("--log-folder", "name the run's folder with --out"),
            Map.entry("--torch-deterministic", "remove it: every run is deterministic, but those of --schedule async"),
            Map.entry("--cuda", "remove it: the build decides, see docs/how-to/nd4j.md"),
            Map.entry("--device", "remove it: the build decides, see docs/how-to/nd4j.md"),
            Map.entry(PrintOption.FLAG, "see config.yaml in the run directory, which has every setting of the run"));

    private ForeignFlags() {}

    /** Returns the flags that are understood. */
    public static Set<String> understood() {
        return SAME.keySet();
    }

    /** Returns what to use for {@code flag} of another program; empty where hts-rl does not know it. */
    public static Optional<String> instead(String flag) {
        String dashes = flag.replace('_', '-'); // some users write underscores
        if (!dashes.equals(flag) && SAME.containsKey(dashes)) {
            return Optional.of("did you mean --" + SAME.get(dashes) + "?");
        }
        return Optional.ofNullable(INSTEAD.get(dashes.startsWith("--no-") ? "--" + dashes.substring(5) : dashes));
    }
}
