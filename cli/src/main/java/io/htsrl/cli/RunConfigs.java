package io.htsrl.cli;

import io.htsrl.core.AsyncConfig;
import io.htsrl.core.Horizon;
import io.htsrl.core.PipelineConfig;
import io.htsrl.core.Schedule;
import io.htsrl.core.WaitMode;
import io.htsrl.environments.StepTime;
import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.learners.a2c.A2cConfig;
import io.htsrl.learners.dqn.DqnConfig;
import io.htsrl.learners.onpolicy.ActorCriticConfig;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.learners.ppo.PpoConfig;
import io.htsrl.policies.ConvConfig;
import io.htsrl.policies.MlpConfig;
import io.htsrl.policies.NetworkConfig;
import io.htsrl.trainer.RunConfig;
import io.htsrl.trainer.evaluation.EvaluationConfig;
import io.htsrl.trainer.evaluation.EvaluationPolicy;
import java.io.File;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Turns values into the records of a run, with the defaults that depend on other values. One thread. */
final class RunConfigs {
    private final Values values;

    RunConfigs(Values values) {
        this.values = values;
    }

    RunConfig build(String algo, String env) {
        StepTime stepTime = values.<Optional<StepTime>>find(Setting.STEP_TIME).flatMap(t -> t).orElse(null);
        return new RunConfig(env, envOptions(), stepTime,
                values.get(Setting.SEED), values.get(Setting.TOTAL_TIMESTEPS),
                pipeline(stepTime).with(values.<Duration>find(Setting.STEP_TIMEOUT).orElse(Duration.ZERO)),
                values.get(Setting.FRAME_STACK), network(algo), algorithm(algo),
                values.<Boolean>find(Setting.ALLOW_NONDETERMINISM).orElse(false),
                values.<List<Horizon.Earlier>>find(Setting.ANNEALED_OVER).orElse(List.of()), null);
    }

    /** Those of {@code --env-option}, and among them {@code --rom-dir}, as a path that holds in every folder. */
    Map<String, String> envOptions() {
        Map<String, String> options = values.<Map<String, String>>find(Setting.ENV_OPTION).orElse(Map.of());
        Optional<String> roms = values.find(Setting.ROM_DIR);
        if (roms.isEmpty()) {
            return options;
        }
        Map<String, String> all = new HashMap<>(options);
        all.put(Setting.ROM_DIR.key(), new File(roms.get()).getAbsolutePath());
        return Map.copyOf(all);
    }

    EvaluationConfig evaluation() {
        EvaluationPolicy policy = values.find(Setting.EVAL_POLICY).isEmpty() ? EvaluationConfig.OFF.policy()
                : values.choice(Setting.EVAL_POLICY, EvaluationPolicy.class);
        return new EvaluationConfig(values.<Long>find(Setting.EVAL_EVERY).orElse(0L),
                values.<Integer>find(Setting.EVAL_EPISODES).orElse(EvaluationConfig.USUAL_EPISODES), policy);
    }

    private PipelineConfig pipeline(StepTime stepTime) {
        Schedule schedule = values.choice(Setting.SCHEDULE, Schedule.class);
        WaitMode wait = values.choice(Setting.WAIT, WaitMode.class);
        int numEnvs = values.get(Setting.NUM_ENVS);
        if (schedule.oneThread()) { // one thread, batches of one: whatever lower layers say
            return new PipelineConfig(schedule, numEnvs, syncInterval(), 0, 1, 1, wait, values.get(Setting.LEARNERS));
        }
        int all = Math.max(1, numEnvs);
        boolean blocks = stepTime != null && !stepTime.burn();
        int executors = values.<Integer>find(Setting.EXECUTORS).orElse(blocks ? all : 1);
        int actorBatch = values.<Integer>find(Setting.ACTOR_BATCH).orElse(all);
        if (schedule.lockstep()) {
            actorBatch = Math.max(actorBatch, all); // lockstep: a batch is all environments
        }
        return new PipelineConfig(schedule, numEnvs, syncInterval(), values.get(Setting.ACTORS), executors,
                actorBatch, wait, values.get(Setting.LEARNERS)).with(schedule.barrier() ? null : async(all));
    }

    private AsyncConfig async(int numEnvs) {
        AsyncConfig preset = AsyncConfig.of(numEnvs);
        int batch = values.<Integer>find(Setting.ASYNC_BATCH).orElse(preset.batch());
        return new AsyncConfig(
                values.choice(Setting.ASYNC_PARAMS, AsyncConfig.Freshness.class, preset.freshness()),
                values.choice(Setting.ASYNC_CORRECTION, AsyncConfig.Correction.class, preset.correction()),
                batch, values.<Integer>find(Setting.ASYNC_QUEUE).orElse(AsyncConfig.queueFor(numEnvs, batch)));
    }

    private int syncInterval() {
        return values.get(values.above(Setting.NUM_STEPS, Setting.SYNC_INTERVAL)
                ? Setting.NUM_STEPS : Setting.SYNC_INTERVAL);
    }

    private NetworkConfig network(String algo) {
        String name = values.get(Setting.NETWORK);
        if (!name.equals("mlp")) {
            return ConvConfig.of(ConvConfig.Kind.valueOf(name.toUpperCase(Locale.ROOT)));
        }
        boolean shared = !Applicability.applies(Setting.SHARED_TORSO, algo) // the heads of Q-values have one torso
                || values.<Boolean>get(Setting.SHARED_TORSO);
        return new MlpConfig(values.get(Setting.HIDDEN_SIZES),
                values.choice(Setting.ACTIVATION, MlpConfig.Activation.class), shared);
    }

    private AlgorithmConfig algorithm(String algo) {
        return switch (algo) {
            case "a2c" -> new A2cConfig(actorCritic(), optimizer());
            case "dqn" -> dqn();
            case "ppo" -> new PpoConfig(actorCritic(), optimizer(), values.get(Setting.UPDATE_EPOCHS),
                    values.get(Setting.NUM_MINIBATCHES), values.get(Setting.CLIP_COEF),
                    values.get(Setting.CLIP_VLOSS), values.get(Setting.TARGET_KL));
            default -> throw new IllegalStateException("--algo " + algo);
        };
    }

    private ActorCriticConfig actorCritic() {
        return new ActorCriticConfig(values.get(Setting.GAMMA), values.get(Setting.GAE_LAMBDA),
                values.get(Setting.NORM_ADV), values.get(Setting.ENT_COEF), values.get(Setting.VF_COEF));
    }

    private DqnConfig dqn() {
        DqnConfig.Exploration exploration = new DqnConfig.Exploration(values.get(Setting.START_E),
                values.get(Setting.END_E), values.get(Setting.EXPLORATION_FRACTION),
                values.get(Setting.PER_ENV_EPSILON));
        return new DqnConfig(optimizer(), values.get(Setting.GAMMA), exploration, replay(),
                values.get(Setting.LEARNING_STARTS), values.get(Setting.TRAIN_FREQUENCY),
                values.get(Setting.TARGET_NETWORK_FREQUENCY), values.get(Setting.TAU), values.get(Setting.DOUBLE_Q),
                values.get(Setting.DUELING));
    }

    private DqnConfig.Replay replay() {
        int bufferSize = values.get(Setting.BUFFER_SIZE);
        int batchSize = values.get(Setting.BATCH_SIZE);
        int nStep = values.get(Setting.N_STEP);
        double alpha = values.get(Setting.PER_ALPHA);
        if (alpha == 0) { // (|TD error| + eps)^0 = 1 and so is every weight: equal runs, whatever lower layers say
            return new DqnConfig.Replay(bufferSize, batchSize, nStep, 0, 0, 1, false);
        }
        return new DqnConfig.Replay(bufferSize, batchSize, nStep, alpha, values.get(Setting.PER_BETA),
                values.get(Setting.PER_EPS), values.<String>get(Setting.INITIAL_PRIORITY).equals("actor"));
    }

    private OptimizerConfig optimizer() {
        OptimizerConfig.Kind kind = values.choice(Setting.OPTIMIZER, OptimizerConfig.Kind.class);
        double rmsAlpha = kind == OptimizerConfig.Kind.RMSPROP ? values.<Double>get(Setting.RMS_ALPHA) : 0;
        return new OptimizerConfig(kind, values.get(Setting.LEARNING_RATE), values.get(Setting.ANNEAL_LR),
                values.get(Setting.OPTIMIZER_EPS), rmsAlpha, values.get(Setting.MAX_GRAD_NORM));
    }
}
