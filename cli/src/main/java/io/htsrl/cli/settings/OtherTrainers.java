package io.htsrl.cli.settings;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Flags by which users of CleanRL, Stable-Baselines3 and its Zoo know things. Stateless, any thread. */
public final class OtherTrainers {
    /** Other names of settings: keys by flag. */
    static final Map<String, String> SAME = Map.of(
            "--lr", "learning-rate",
            "--env-id", "env",
            "--n-envs", "num-envs",
            "--timesteps", "total-timesteps",
            "--n-timesteps", "total-timesteps");

    private static final String METRICS =
            "remove it: every run writes metrics.jsonl and summary.json in its run directory, see docs/using.md";
    private static final Map<String, String> INSTEAD = Map.of(
            "--track", METRICS,
            "--wandb-project-name", METRICS,
            "--tensorboard-log", METRICS,
            "--capture-video", "remove it, and record what was learnt: 'hts play RUN --record FILE.gif'",
            "--save-model", "remove it: every run writes model.safetensors in its run directory",
            "--exp-name", "name the run's folder with --out",
            "--log-folder", "name the run's folder with --out",
            "--torch-deterministic", "remove it: every run is deterministic, but those of --schedule async",
            "--cuda", "remove it: the build decides, see docs/gpu.md",
            "--device", "remove it: the build decides, see docs/gpu.md");

    private OtherTrainers() {}

    /** The flags that are understood. */
    public static Set<String> understood() {
        return SAME.keySet();
    }

    /** What to do for that which {@code flag} does elsewhere; empty where hts-rl does not know it. */
    public static Optional<String> instead(String flag) {
        return Optional.ofNullable(INSTEAD.get(flag.startsWith("--no-") ? "--" + flag.substring(5) : flag));
    }
}
