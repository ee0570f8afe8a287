package io.htsrl.cli;

import static io.htsrl.cli.Setting.Group.ALGORITHM;
import static io.htsrl.cli.Setting.Group.EVALUATION;
import static io.htsrl.cli.Setting.Group.OUTPUT;
import static io.htsrl.cli.Setting.Group.PIPELINE;
import static io.htsrl.cli.Setting.Group.RUN;

import io.htsrl.core.AsyncConfig;
import io.htsrl.core.Schedule;
import io.htsrl.core.WaitMode;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.policies.MlpConfig;
import io.htsrl.trainer.evaluation.EvaluationPolicy;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Everything that {@code hts train} can be told: one row per setting, from which the flags, their help, the keys of
 * configuration files and {@code config.yaml} are made. Names as in Gymnasium and CleanRL. Which algorithms a setting
 * belongs to is told by {@link Applicability}.
 */
public enum Setting {
    ALGO(RUN, "algo", ValueKind.CHOICE, "NAME", "Algorithm: a2c, dqn or ppo.",
            List.of("a2c", "dqn", "ppo")),
    ENV(RUN, "env", ValueKind.TEXT, "ID", "Environment, such as CartPole-v1; 'hts envs' lists them."),
    ENV_OPTION(RUN, "env-option", ValueKind.PAIRS, "K=V", "Setting of that environment; may be given several times."),
    ROM_DIR(RUN, "rom-dir", ValueKind.PATH, "DIR",
            "Folder of the Atari ROMs, for --env ALE/Pong-v5 and the like; default: the variable HTS_ROM_DIR. 'hts roms' "
                    + "lists what is there."),
    SEED(RUN, "seed", ValueKind.LONG, "N", "Root of all chance: equal seeds and settings, equal bits (preset)."),
    TOTAL_TIMESTEPS(RUN, "total-timesteps", ValueKind.LONG, "N",
            "Environment steps over all replicas, rounded up to whole intervals (preset)."),
    ANNEALED_OVER(RUN, "annealed-over", ValueKind.PLANS, "N@K,...",
            "Until interval K, what is annealed was annealed over N steps, not --total-timesteps. 'hts resume "
                    + "--total-timesteps' writes this into config.yaml, which is then the same run again."),
    INIT_FROM(RUN, "init-from", ValueKind.PATH, "RUN|FILE",
            "Begins with learnt parameters instead of drawn ones (fine-tuning): those of a run directory, or of a "
                    + "model.safetensors or checkpoint file, of an equal network. The optimizer begins anew."),
    INIT_DIGEST(RUN, "init-digest", ValueKind.TEXT, "HEX",
            "What the parameters of --init-from must be, as the run that learnt them printed it ('params'); config.yaml "
                    + "has it, so that a run is made again from the same ones or not at all."),
    ALLOW_NONDETERMINISM(RUN, "allow-nondeterminism", ValueKind.SWITCH, "",
            "Run even where the self-check finds bits that depend on batches or differ between repetitions; the "
                    + "manifest says so."),
    PRESET(RUN, "preset", ValueKind.TEXT, "NAME",
            "Published settings that come with hts-rl, laid over the algorithm's; 'hts presets' lists them."),
    CONFIG(RUN, "config", ValueKind.PATH, "FILE",
            "YAML file of settings, keys as these flags without the dashes; flags override it. The config.yaml of a "
                    + "run directory is one."),

    SCHEDULE(PIPELINE, "schedule", ValueKind.CHOICE, "NAME",
            "hts: learn while the next interval is collected; sync: in turns, as usual; serial: the hts schedule by "
                    + "one thread, the same bits; async: no barrier, as GA3C and IMPALA, whose bits depend on timing "
                    + "(preset).", names(Schedule.values())),
    NUM_ENVS(PIPELINE, "num-envs", ValueKind.INT, "N", "Environment replicas (preset)."),
    SYNC_INTERVAL(PIPELINE, "sync-interval", ValueKind.INT, "N",
            "Steps per environment between two updates (preset)."),
    NUM_STEPS(PIPELINE, "num-steps", ValueKind.INT, "N", "CleanRL's name of --sync-interval."),
    STEP_TIME(PIPELINE, "step-time", ValueKind.STEP_TIME, "TIME",
            "Makes every step take a drawn time: exponential:5ms, gamma(0.5):2ms:burn or trace:times.csv, for "
                    + "example; none: the environment's own (default)."),
    STEP_TIMEOUT(PIPELINE, "step-timeout", ValueKind.TIME_LIMIT, "TIME",
            "The longest that an environment may take for one call (constructor, reset, step, close), such as 10s, "
                    + "before the run fails; none: any time (default). Never changes a bit."),
    ACTORS(PIPELINE, "actors", ValueKind.INT, "A",
            "Threads that serve policy forwards; 0: the executors serve themselves (preset). Never changes a bit."),
    EXECUTORS(PIPELINE, "executors", ValueKind.INT, "E",
            "Threads that step environments; auto (default): 1, or one per environment where --step-time blocks. Never "
                    + "changes a bit."),
    ACTOR_BATCH(PIPELINE, "actor-batch", ValueKind.INT, "B",
            "The most states that one forward serves; auto (default): --num-envs. Never changes a bit."),
    WAIT(PIPELINE, "wait", ValueKind.CHOICE, "MODE",
            "How threads wait: phased, blocking, sleeping, yielding or busy-spin (preset). Never changes a bit.",
            names(WaitMode.values())),
    LEARNERS(PIPELINE, "learners", ValueKind.INT, "L",
            "Threads that a minibatch is split over (preset). Equal numbers, equal bits."),
    ASYNC_PARAMS(PIPELINE, "async-params", ValueKind.CHOICE, "WHEN",
            "With --schedule async: actors take the newest parameters at each rollout's start (rollout, default), as "
                    + "IMPALA, or before every forward (step), as GA3C.", names(AsyncConfig.Freshness.values())),
    ASYNC_CORRECTION(PIPELINE, "async-correction", ValueKind.CHOICE, "NAME",
            "With --schedule async: vtrace weighs stale steps (default), none takes them as they are.",
            names(AsyncConfig.Correction.values())),
    ASYNC_BATCH(PIPELINE, "async-batch", ValueKind.INT, "N",
            "With --schedule async: rollouts of one update, each --sync-interval steps of one environment; auto "
                    + "(default): --num-envs."),
    ASYNC_QUEUE(PIPELINE, "async-queue", ValueKind.INT, "N",
            "With --schedule async: the most rollouts that wait for the learner before executors wait; auto (default): "
                    + "4 x --num-envs."),

    LEARNING_RATE(ALGORITHM, "learning-rate", ValueKind.DECIMAL, "X", "Step size of the optimizer (preset)."),
    ANNEAL_LR(ALGORITHM, "anneal-lr", ValueKind.SWITCH, "", "Lower it linearly to 0 over the run (preset)."),
    OPTIMIZER(ALGORITHM, "optimizer", ValueKind.CHOICE, "NAME", "adam or rmsprop (preset).",
            names(OptimizerConfig.Kind.values())),
    OPTIMIZER_EPS(ALGORITHM, "optimizer-eps", ValueKind.DECIMAL, "X",
            "Added to the root of the second moment (preset)."),
    RMS_ALPHA(ALGORITHM, "rms-alpha", ValueKind.DECIMAL, "X", "Decay of RMSprop's second moment (preset)."),
    MAX_GRAD_NORM(ALGORITHM, "max-grad-norm", ValueKind.DECIMAL, "X",
            "Gradients are scaled down to this L2 norm; 0: never (preset)."),
    GAMMA(ALGORITHM, "gamma", ValueKind.DECIMAL, "X", "Discount factor (preset)."),
    GAE_LAMBDA(ALGORITHM, "gae-lambda", ValueKind.DECIMAL, "X",
            "A2C, PPO: lambda of generalized advantage estimation; 1: n-step returns (preset)."),
    NORM_ADV(ALGORITHM, "norm-adv", ValueKind.SWITCH, "", "A2C, PPO: normalize advantages, per minibatch (preset)."),
    ENT_COEF(ALGORITHM, "ent-coef", ValueKind.DECIMAL, "X", "A2C, PPO: weight of the entropy bonus (preset)."),
    VF_COEF(ALGORITHM, "vf-coef", ValueKind.DECIMAL, "X", "A2C, PPO: weight of the value loss (preset)."),
    UPDATE_EPOCHS(ALGORITHM, "update-epochs", ValueKind.INT, "N", "PPO: passes over an interval's steps (preset)."),
    NUM_MINIBATCHES(ALGORITHM, "num-minibatches", ValueKind.INT, "N", "PPO: minibatches of one pass (preset)."),
    CLIP_COEF(ALGORITHM, "clip-coef", ValueKind.DECIMAL, "X", "PPO: epsilon of the clipped surrogate (preset)."),
    CLIP_VLOSS(ALGORITHM, "clip-vloss", ValueKind.SWITCH, "", "PPO: clip the value loss too (preset)."),
    TARGET_KL(ALGORITHM, "target-kl", ValueKind.DECIMAL, "X",
            "PPO: end an update early beyond this approximate KL divergence; 0: never (preset)."),
    LEARNING_STARTS(ALGORITHM, "learning-starts", ValueKind.LONG, "N",
            "DQN: environment steps remembered before the first update (preset)."),
    TRAIN_FREQUENCY(ALGORITHM, "train-frequency", ValueKind.INT, "N",
            "DQN: environment steps, over all replicas, per update (preset)."),
    TARGET_NETWORK_FREQUENCY(ALGORITHM, "target-network-frequency", ValueKind.LONG, "N",
            "DQN: environment steps between two moves of the target network (preset)."),
    TAU(ALGORITHM, "tau", ValueKind.DECIMAL, "X",
            "DQN: how far the target network moves each time; 1: copies the learnt one (preset)."),
    START_E(ALGORITHM, "start-e", ValueKind.DECIMAL, "X", "DQN: epsilon of the first step's exploration (preset)."),
    END_E(ALGORITHM, "end-e", ValueKind.DECIMAL, "X", "DQN: epsilon after its decay (preset)."),
    EXPLORATION_FRACTION(ALGORITHM, "exploration-fraction", ValueKind.DECIMAL, "X",
            "DQN: share of the run over which epsilon falls (preset)."),
    PER_ENV_EPSILON(ALGORITHM, "per-env-epsilon", ValueKind.SWITCH, "",
            "DQN: each replica explores with a power of epsilon, as Ape-X's actors do (preset)."),
    BUFFER_SIZE(ALGORITHM, "buffer-size", ValueKind.INT, "N", "DQN: transitions in the replay memory (preset)."),
    BATCH_SIZE(ALGORITHM, "batch-size", ValueKind.INT, "N", "DQN: transitions of one update (preset)."),
    N_STEP(ALGORITHM, "n-step", ValueKind.INT, "N", "DQN: steps of a return before it bootstraps (preset)."),
    PER_ALPHA(ALGORITHM, "per-alpha", ValueKind.DECIMAL, "X",
            "DQN: exponent of the replay priorities; 0: draws uniformly (preset)."),
    PER_BETA(ALGORITHM, "per-beta", ValueKind.DECIMAL, "X",
            "DQN: exponent of the importance weights at the start; 1 at the end of the run (preset)."),
    PER_EPS(ALGORITHM, "per-eps", ValueKind.DECIMAL, "X",
            "DQN: added to absolute TD errors before they become priorities (preset)."),
    INITIAL_PRIORITY(ALGORITHM, "initial-priority", ValueKind.CHOICE, "NAME",
            "DQN: a transition's first priority: max, the greatest so far, or actor, from the actor's own values "
                    + "(preset).", List.of("max", "actor")),
    DOUBLE_Q(ALGORITHM, "double-q", ValueKind.SWITCH, "",
            "DQN: the learnt network picks the action that the target network values (preset)."),
    DUELING(ALGORITHM, "dueling", ValueKind.SWITCH, "", "DQN: separate heads of value and advantages (preset)."),

    FRAME_STACK(Group.NETWORK, "frame-stack", ValueKind.INT, "S",
            "Observations that the network sees at once, the newest and those before it in the episode; stored once "
                    + "each (preset)."),
    NETWORK(Group.NETWORK, "network", ValueKind.CHOICE, "NAME",
            "mlp: dense layers; nature: the convolutional network of Mnih et al. 2015; impala: the residual one of "
                    + "Espeholt et al. 2018 (preset).", List.of("mlp", "nature", "impala")),
    HIDDEN_SIZES(Group.NETWORK, "hidden-sizes", ValueKind.SIZES, "N,N",
            "With --network mlp: units of the hidden layers, such as 64,64 (preset)."),
    ACTIVATION(Group.NETWORK, "activation", ValueKind.CHOICE, "NAME", "With --network mlp: tanh or relu (preset).",
            names(MlpConfig.Activation.values())),
    SHARED_TORSO(Group.NETWORK, "shared-torso", ValueKind.SWITCH, "",
            "A2C, PPO: with --network mlp, policy and value share the hidden layers (preset)."),

    EVAL_EVERY(EVALUATION, "eval-every", ValueKind.LONG, "N",
            "Evaluates the policy of every N-th interval, and the final one, on a thread and environments of its own; 0: "
                    + "none (default). Never changes a bit of the training."),
    EVAL_EPISODES(EVALUATION, "eval-episodes", ValueKind.INT, "N", "Episodes of each evaluated policy; default 10."),
    EVAL_POLICY(EVALUATION, "eval-policy", ValueKind.CHOICE, "NAME",
            "greedy: the best action (default); sampled: as the training draws them at its end.",
            names(EvaluationPolicy.values())),

    RUN_DIR(OUTPUT, "run-dir", ValueKind.PATH, "DIR",
            "New or empty folder for the run's files; default runs/<env>__<algo>__<seed>__<UTC time>."),
    LOG_INTERVAL(OUTPUT, "log-interval", ValueKind.LONG, "N",
            "Intervals per line of metrics.jsonl; auto (default): about 1000 lines a run."),
    LOG_ALL(OUTPUT, "log-all", ValueKind.SWITCH, "",
            "Keep every line of digests.jsonl and episodes.csv; else, of a long run, every one of the first 65536, then "
                    + "every second, from 131072 on every fourth, and so on (default)."),
    CHECKPOINT_EVERY(OUTPUT, "checkpoint-every", ValueKind.LONG, "N",
            "Intervals from one checkpoint to the next, in the run directory, and one at its end; 0: none (default). "
                    + "'hts resume' goes on from the newest, in the same bits."),
    CHECKPOINT_KEEP(OUTPUT, "checkpoint-keep", ValueKind.INT, "K", "Checkpoints kept, the newest ones; default 3."),
    CHECKPOINT_INEXACT(OUTPUT, "checkpoint-inexact", ValueKind.SWITCH, "",
            "Take checkpoints though the environment cannot save its state: a resumed run begins new episodes and has "
                    + "other bits."),
    TRACE(OUTPUT, "trace", ValueKind.OPTIONAL_FILE, "FILE",
            "Writes who did what when as a Chrome trace, for https://ui.perfetto.dev; without FILE: trace.json in the "
                    + "run directory; none: no trace (default)."),
    TRACE_LIMIT(OUTPUT, "trace-limit", ValueKind.INT, "N",
            "Spans that a trace keeps of each thread, the newest ones; default 200000."),
    QUIET(OUTPUT, "quiet", ValueKind.SWITCH, "", "Print nothing but errors.");

    private static final Set<Setting> DERIVED =
            Set.copyOf(EnumSet.of(EXECUTORS, ACTOR_BATCH, ASYNC_BATCH, ASYNC_QUEUE, LOG_INTERVAL));

    /** A heading of the help. */
    enum Group {
        RUN("Run"), PIPELINE("Pipeline"), ALGORITHM("Algorithm"), NETWORK("Network"),
        EVALUATION("Evaluation"), OUTPUT("Output");

        private final String heading;

        Group(String heading) {
            this.heading = heading;
        }

        String heading() {
            return heading;
        }
    }

    private final Group group;
    private final String key;
    private final ValueKind kind;
    private final String label;
    private final String description;
    private final List<String> choices;

    Setting(Group group, String key, ValueKind kind, String label, String description) {
        this(group, key, kind, label, description, List.of());
    }

    Setting(Group group, String key, ValueKind kind, String label, String description, List<String> choices) {
        this.group = group;
        this.key = key;
        this.kind = kind;
        this.label = label;
        this.description = description;
        this.choices = choices;
    }

    private static List<String> names(Enum<?>[] values) {
        return Arrays.stream(values).map(Setting::name).toList();
    }

    /** How an enum's constant is written: {@code BUSY_SPIN} is {@code busy-spin}. */
    public static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The setting that {@code key} names in a configuration file. */
    static Optional<Setting> ofKey(String key) {
        return Arrays.stream(values()).filter(s -> s.key.equals(key) && s != CONFIG).findFirst();
    }

    Group group() {
        return group;
    }

    /** As written in a configuration file. */
    String key() {
        return key;
    }

    /** As written on the command line. */
    public String flag() {
        return "--" + key;
    }

    ValueKind kind() {
        return kind;
    }

    /** Whether its default follows from other settings: {@code auto} then stands for that. */
    boolean isDerived() {
        return DERIVED.contains(this);
    }

    /** What stands for the value in the help. */
    String label() {
        return label;
    }

    String description() {
        return description;
    }

    /** What the value may be; empty unless the kind is {@link ValueKind#CHOICE}. */
    List<String> choices() {
        return choices;
    }
}
