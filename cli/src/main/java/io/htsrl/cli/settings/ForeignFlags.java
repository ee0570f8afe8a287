package io.htsrl.cli.settings;

import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;

/** Flags of CleanRL, Stable-Baselines3, its Zoo, Sample Factory and other commands. Stateless, any thread. */
public final class ForeignFlags {
    /** Other names of settings: keys by flag. */
    static final Map<String, String> SAME = Map.ofEntries(
            Map.entry("--lr", "learning-rate"),
            Map.entry("--policy-lr", "learning-rate"),
            Map.entry("--q-lr", "critic-learning-rate"),
            Map.entry("--env-id", "env"),
            Map.entry("--n-envs", "num-envs"),
            Map.entry("--timesteps", "total-timesteps"),
            Map.entry("--n-timesteps", "total-timesteps"),
            Map.entry("--train-for-env-steps", "total-timesteps"),
            Map.entry("--n-epochs", "update-epochs"),
            Map.entry("--num-epochs", "update-epochs"),
            Map.entry("--num-batches-per-epoch", "num-minibatches"),
            Map.entry("--clip-range", "clip-coef"),
            Map.entry("--n-eval-episodes", "eval-episodes"),
            Map.entry("--exploration-initial-eps", "start-e"),
            Map.entry("--exploration-final-eps", "end-e"),
            Map.entry("--exploration-loss-coeff", "ent-coef"),
            Map.entry("--value-loss-coeff", "vf-coef"),
            Map.entry("--prioritized-replay-alpha", "per-alpha"),
            Map.entry("--prioritized-replay-beta", "per-beta"),
            Map.entry("--prioritized-replay-eps", "per-eps"),
            Map.entry("--rnn-type", "memory"),
            Map.entry("--rnn-size", "memory-size"),
            Map.entry("--env-framestack", "frame-stack"),
            Map.entry("--keep-checkpoints", "checkpoint-keep"));

    private static final String WANDB =
            "give --logger wandb, whose project and entity WANDB_PROJECT and WANDB_ENTITY name "
                    + "(docs/how-to/watch.md), or remove it: every run writes metrics.jsonl";
    private static final String ROLLOUT = "give --sync-interval N for steps per environment and rollout";
    private static final String OUT = "name the run's folder with --out";
    private static final String PRIORITIZED = "give --per-alpha 0.6 for prioritized replay";
    private static final String MINIBATCH =
            "give --num-minibatches N for --algo ppo or pqn, and --batch-size N for others";
    private static final String BACKEND = "remove it, or give --backend nd4j (docs/how-to/nd4j.md)";
    private static final Map<String, String> INSTEAD = Map.ofEntries(
            Map.entry("--track", WANDB),
            Map.entry("--wandb-project-name", WANDB),
            Map.entry("--wandb", WANDB),
            Map.entry("--wandb-entity", WANDB),
            Map.entry("--tensorboard-log", "give --tensorboard, which writes event files into the run directory"),
            Map.entry("--with-wandb", WANDB),
            Map.entry("--wandb-project", WANDB),
            Map.entry("--wandb-user", WANDB),
            Map.entry("--n-steps", ROLLOUT),
            Map.entry("--rollout", ROLLOUT),
            Map.entry(
                    "--num-workers",
                    "give --num-envs N for the replicas, and --executors E for the threads that step them"),
            Map.entry("--num-envs-per-worker", "give --num-envs N for all replicas together"),
            Map.entry("--vec-env", "remove it, or give --executors E for the threads that step the replicas"),
            Map.entry("--num-threads", "remove it, or give --learners L for the threads that learn"),
            Map.entry("--per", PRIORITIZED),
            Map.entry("--prioritized-replay", PRIORITIZED),
            Map.entry("--minibatch-size", MINIBATCH),
            Map.entry("--mini-batch-size", MINIBATCH),
            Map.entry("--gradient-steps", "give --utd N for updates per environment step"),
            Map.entry("--normalize-input", "give --norm-obs"),
            Map.entry("--normalize-advantage", "give --norm-adv"),
            Map.entry("--use-rnn", "give --memory gru or lstm"),
            Map.entry("--with-pbt", "give --pbt to 'hts sweep'"),
            Map.entry("--net-arch", "give --hidden-sizes N,N"),
            Map.entry("--n-trials", "give --search N to 'hts sweep'"),
            Map.entry("--eval-freq", "give --eval-every N, which counts intervals"),
            Map.entry("--save-freq", "give --checkpoint-every N, which counts intervals"),
            Map.entry("--hyperparams", "give each setting by its own flag, such as --learning-rate 1e-3"),
            Map.entry("--policy", "give --network mlp, nature, impala or minatar"),
            Map.entry("--verbose", "remove it, or give --quiet"),
            Map.entry("--capture-video", "remove it, and record what was learnt: 'hts play RUN --record FILE.gif'"),
            Map.entry("--save-model", "remove it: every run writes model.safetensors in its run directory"),
            Map.entry("--exp-name", OUT),
            Map.entry("--experiment", OUT),
            Map.entry("--train-dir", OUT),
            Map.entry("--log-folder", OUT),
            Map.entry(
                    "--trained-agent",
                    "give --init-from RUN for its parameters, or continue that run with 'hts resume'"),
            Map.entry("--conf-file", "give --config FILE"),
            Map.entry("--env-kwargs", "give --env-option NAME=VALUE for each"),
            Map.entry(
                    "--torch-deterministic",
                    "remove it: every run is deterministic, but those of --schedule async and a3c"),
            Map.entry("--cuda", BACKEND),
            Map.entry("--device", BACKEND),
            Map.entry(PrintOption.FLAG, "see config.yaml in the run directory, which has every setting of the run"));

    /** Modules that are not on each class path, by the keys of their environments' settings. */
    private static final Map<String, String> MODULES = Map.of(
            "rom-dir", "atari-bridge",
            "python", "python-bridge",
            "python-workers", "python-bridge",
            "wrapper", "python-bridge");

    private ForeignFlags() {}

    /** Returns the remedy for a setting whose module is not on the class path; empty for all other keys. */
    public static Optional<String> missingModule(String key) {
        return CliSettings.schema().find(key).isPresent()
                ? Optional.empty()
                : Optional.ofNullable(MODULES.get(key))
                        .map(module -> "put the jars of " + module + ", which has it, on the class path");
    }

    /** Returns {@code --env=X} for {@code --env-id=X}, and any other word as it is. */
    public static String own(String argument) {
        String flag = argument.replaceFirst("(?s)=.*", "");
        return SAME.containsKey(flag) ? "--" + SAME.get(flag) + argument.substring(flag.length()) : argument;
    }

    /** Returns what to use for {@code flag} of another program; empty where hts-rl does not know it. */
    public static Optional<String> instead(String flag) {
        return missingModule(flag.replaceFirst("^--", ""))
                .or(() -> Optional.ofNullable(INSTEAD.get(flag.replaceFirst("^--no-", "--"))));
    }

    /** Makes {@code command} take {@code --learning_rate} for {@code --learning-rate}. */
    public static CommandLine takeUnderscores(CommandLine command) {
        command.getCommandSpec().preprocessor((arguments, spec, option, info) -> {
            arguments.replaceAll(ForeignFlags::dashed);
            return false; // parsing continues
        });
        return command;
    }

    /** Returns {@code --learning-rate=1} for {@code --learning_rate=1}, and any other word as it is. */
    public static String dashed(String argument) {
        int end = argument.indexOf('=') < 0 ? argument.length() : argument.indexOf('=');
        return argument.startsWith("--")
                ? argument.substring(0, end).replace('_', '-') + argument.substring(end)
                : argument;
    }
}
