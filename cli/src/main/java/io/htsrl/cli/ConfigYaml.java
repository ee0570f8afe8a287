package io.htsrl.cli;

import io.htsrl.cli.rundir.AutoValue;
import io.htsrl.core.Horizon;
import io.htsrl.core.PipelineConfig;
import io.htsrl.core.TimeSpan;
import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.learners.a2c.A2cConfig;
import io.htsrl.learners.dqn.DqnConfig;
import io.htsrl.learners.onpolicy.ActorCriticConfig;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.learners.ppo.PpoConfig;
import io.htsrl.policies.MlpConfig;
import io.htsrl.trainer.RunConfig;
import io.htsrl.trainer.evaluation.EvaluationConfig;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes a resolved run as {@link ConfigFile} reads it: given back with {@code --config}, it resolves to an equal
 * {@link RunConfig}. What follows from other settings is {@code auto (16)}, so that it follows from them again. Where
 * the files go is left out, so that a repeated run finds a folder of its own. One thread.
 */
public final class ConfigYaml {
    private final StringBuilder text = new StringBuilder(1024);

    private final Set<Setting> derived;

    private ConfigYaml(Set<Setting> derived) {
        this.derived = derived;
    }

    /** The text of {@code config.yaml}. */
    public static String of(ResolvedRun run) {
        ConfigYaml yaml = new ConfigYaml(run.derived());
        yaml.text.append("# Everything this run was resolved to. The same run again: hts train --config config.yaml\n");
        yaml.run(run.config());
        yaml.pipeline(run.config());
        yaml.algorithm(run.config().algorithm());
        yaml.text.append('\n');
        yaml.network(run.config());
        yaml.evaluation(run.evaluation());
        yaml.put(Setting.LOG_INTERVAL, run.logInterval());
        yaml.put(Setting.LOG_ALL, run.logAll());
        yaml.put(Setting.CHECKPOINT_EVERY, run.checkpoints().every());
        yaml.put(Setting.CHECKPOINT_KEEP, run.checkpoints().keep());
        yaml.put(Setting.CHECKPOINT_INEXACT, run.checkpoints().inexact());
        return yaml.text.toString();
    }

    private void run(RunConfig config) {
        put(Setting.ALGO, config.algorithm().algorithm());
        put(Setting.ENV, quoted(config.env()));
        put(Setting.ENV_OPTION, pairs(config.envOptions()));
        put(Setting.SEED, config.seed());
        put(Setting.TOTAL_TIMESTEPS, config.totalTimesteps());
        if (!config.annealedOver().isEmpty()) {
            put(Setting.ANNEALED_OVER, plans(config.annealedOver()));
        }
        if (config.initial() != null) {
            put(Setting.INIT_FROM, quoted(config.initial().source()));
            put(Setting.INIT_DIGEST, quoted(config.initial().digest()));
        }
        put(Setting.ALLOW_NONDETERMINISM, config.allowNondeterminism());
        text.append('\n');
    }

    /** As {@link ValueKind#PLANS} reads them. */
    static String plans(List<Horizon.Earlier> earlier) {
        return earlier.stream().map(part -> part.planned() + "@" + part.until()).collect(Collectors.joining(","));
    }

    private void pipeline(RunConfig config) {
        PipelineConfig pipeline = config.pipeline();
        put(Setting.SCHEDULE, Setting.name(pipeline.schedule()));
        put(Setting.NUM_ENVS, pipeline.numEnvs());
        put(Setting.SYNC_INTERVAL, pipeline.syncInterval());
        put(Setting.STEP_TIME, config.stepTime() == null ? "none" : quoted(config.stepTime().toString()));
        put(Setting.STEP_TIMEOUT,
                pipeline.stepTimeout().isZero() ? "none" : TimeSpan.text(pipeline.stepTimeout()));
        put(Setting.ACTORS, pipeline.actors());
        put(Setting.EXECUTORS, pipeline.executors());
        put(Setting.ACTOR_BATCH, pipeline.actorBatch());
        put(Setting.WAIT, Setting.name(pipeline.waitMode()));
        put(Setting.LEARNERS, pipeline.learners());
        if (pipeline.async() != null) { // refused under other schedules
            put(Setting.ASYNC_PARAMS, Setting.name(pipeline.async().freshness()));
            put(Setting.ASYNC_CORRECTION, Setting.name(pipeline.async().correction()));
            put(Setting.ASYNC_BATCH, pipeline.async().batch());
            put(Setting.ASYNC_QUEUE, pipeline.async().queue());
        }
        text.append('\n');
    }

    private void network(RunConfig config) {
        put(Setting.FRAME_STACK, config.frameStack());
        put(Setting.NETWORK, config.network().network());
        if (config.network() instanceof MlpConfig mlp) { // refused of the others
            put(Setting.HIDDEN_SIZES, mlp.hiddenSizes());
            put(Setting.ACTIVATION, Setting.name(mlp.activation()));
            if (Applicability.applies(Setting.SHARED_TORSO, config.algorithm().algorithm())) {
                put(Setting.SHARED_TORSO, mlp.sharedTorso());
            }
        }
        text.append('\n');
    }

    private void evaluation(EvaluationConfig evaluation) {
        put(Setting.EVAL_EVERY, evaluation.every());
        if (evaluation.enabled()) { // refused where nothing is evaluated
            put(Setting.EVAL_EPISODES, evaluation.episodes());
            put(Setting.EVAL_POLICY, Setting.name(evaluation.policy()));
        }
        text.append('\n');
    }

    private void algorithm(AlgorithmConfig algorithm) {
        optimizer(algorithm.optimizer());
        put(Setting.GAMMA, algorithm.gamma());
        if (algorithm instanceof A2cConfig a2c) {
            actorCritic(a2c.actorCritic());
        } else if (algorithm instanceof PpoConfig ppo) {
            actorCritic(ppo.actorCritic());
            put(Setting.UPDATE_EPOCHS, ppo.updateEpochs());
            put(Setting.NUM_MINIBATCHES, ppo.numMinibatches());
            put(Setting.CLIP_COEF, ppo.clipCoef());
            put(Setting.CLIP_VLOSS, ppo.clipVloss());
            put(Setting.TARGET_KL, ppo.targetKl());
        } else if (algorithm instanceof DqnConfig dqn) {
            dqn(dqn);
        }
    }

    private void optimizer(OptimizerConfig optimizer) {
        put(Setting.LEARNING_RATE, optimizer.learningRate());
        put(Setting.ANNEAL_LR, optimizer.annealLr());
        put(Setting.OPTIMIZER, Setting.name(optimizer.kind()));
        put(Setting.OPTIMIZER_EPS, optimizer.epsilon());
        if (optimizer.kind() == OptimizerConfig.Kind.RMSPROP) {
            put(Setting.RMS_ALPHA, optimizer.rmsAlpha());
        }
        put(Setting.MAX_GRAD_NORM, optimizer.maxGradNorm());
    }

    private void actorCritic(ActorCriticConfig shared) {
        put(Setting.GAE_LAMBDA, shared.gaeLambda());
        put(Setting.NORM_ADV, shared.normAdv());
        put(Setting.ENT_COEF, shared.entCoef());
        put(Setting.VF_COEF, shared.vfCoef());
    }

    private void dqn(DqnConfig dqn) {
        put(Setting.LEARNING_STARTS, dqn.learningStarts());
        put(Setting.TRAIN_FREQUENCY, dqn.trainFrequency());
        put(Setting.TARGET_NETWORK_FREQUENCY, dqn.targetNetworkFrequency());
        put(Setting.TAU, dqn.tau());
        put(Setting.START_E, dqn.exploration().startE());
        put(Setting.END_E, dqn.exploration().endE());
        put(Setting.EXPLORATION_FRACTION, dqn.exploration().explorationFraction());
        put(Setting.PER_ENV_EPSILON, dqn.exploration().perEnv());
        replay(dqn.replay());
        put(Setting.DOUBLE_Q, dqn.doubleQ());
        put(Setting.DUELING, dqn.dueling());
    }

    private void replay(DqnConfig.Replay replay) {
        put(Setting.BUFFER_SIZE, replay.bufferSize());
        put(Setting.BATCH_SIZE, replay.batchSize());
        put(Setting.N_STEP, replay.nStep());
        put(Setting.PER_ALPHA, replay.alpha());
        if (replay.alpha() > 0) { // refused where there are no priorities
            put(Setting.PER_BETA, replay.beta0());
            put(Setting.PER_EPS, replay.epsilon());
            put(Setting.INITIAL_PRIORITY, replay.actorInitial() ? "actor" : "max");
        }
    }

    private void put(Setting setting, Object value) {
        text.append(setting.key()).append(": ").append(derived.contains(setting) ? AutoValue.of(value) : value)
                .append('\n');
    }

    private static List<String> pairs(Map<String, String> options) {
        return options.entrySet().stream().sorted(Map.Entry.comparingByKey())
                .map(entry -> quoted(entry.getKey() + "=" + entry.getValue())).collect(Collectors.toList());
    }

    /** A double-quoted YAML scalar, which no content can break out of. */
    private static String quoted(String value) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
