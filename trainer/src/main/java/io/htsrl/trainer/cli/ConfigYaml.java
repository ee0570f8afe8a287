package io.htsrl.trainer.cli;

import io.htsrl.core.PipelineConfig;
import io.htsrl.learners.A2cConfig;
import io.htsrl.learners.ActorCriticConfig;
import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.learners.OptimizerConfig;
import io.htsrl.learners.PpoConfig;
import io.htsrl.trainer.RunConfig;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes a resolved run as {@link ConfigFile} reads it: given back with {@code --config}, it resolves to an equal
 * {@link RunConfig}. Where the files go is left out, so that a repeated run finds a folder of its own. One thread.
 */
final class ConfigYaml {
    private final StringBuilder text = new StringBuilder(1024);

    private ConfigYaml() {
    }

    /** The text of {@code config.yaml}. */
    static String of(ResolvedRun run) {
        ConfigYaml yaml = new ConfigYaml();
        yaml.text.append("# Everything this run was resolved to. The same run again: hts train --config config.yaml\n");
        yaml.run(run.config());
        yaml.pipeline(run.config());
        yaml.algorithm(run.config().algorithm());
        yaml.text.append('\n');
        yaml.put(Setting.HIDDEN_SIZES, run.config().network().hiddenSizes());
        yaml.put(Setting.ACTIVATION, Setting.name(run.config().network().activation()));
        yaml.put(Setting.SHARED_TORSO, run.config().network().sharedTorso());
        yaml.text.append('\n');
        yaml.put(Setting.LOG_INTERVAL, run.logInterval());
        return yaml.text.toString();
    }

    private void run(RunConfig config) {
        put(Setting.ALGO, config.algorithm().algorithm());
        put(Setting.ENV, quoted(config.env()));
        put(Setting.ENV_OPTION, pairs(config.envOptions()));
        put(Setting.SEED, config.seed());
        put(Setting.TOTAL_TIMESTEPS, config.totalTimesteps());
        text.append('\n');
    }

    private void pipeline(RunConfig config) {
        PipelineConfig pipeline = config.pipeline();
        put(Setting.SCHEDULE, Setting.name(pipeline.schedule()));
        put(Setting.NUM_ENVS, pipeline.numEnvs());
        put(Setting.SYNC_INTERVAL, pipeline.syncInterval());
        put(Setting.STEP_TIME, config.stepTime() == null ? "none" : quoted(config.stepTime().toString()));
        put(Setting.ACTORS, pipeline.actors());
        put(Setting.EXECUTORS, pipeline.executors());
        put(Setting.ACTOR_BATCH, pipeline.actorBatch());
        put(Setting.WAIT, Setting.name(pipeline.waitMode()));
        text.append('\n');
    }

    private void algorithm(AlgorithmConfig algorithm) {
        if (algorithm instanceof A2cConfig a2c) {
            shared(a2c.actorCritic(), a2c.optimizer());
        } else if (algorithm instanceof PpoConfig ppo) {
            shared(ppo.actorCritic(), ppo.optimizer());
            put(Setting.UPDATE_EPOCHS, ppo.updateEpochs());
            put(Setting.NUM_MINIBATCHES, ppo.numMinibatches());
            put(Setting.CLIP_COEF, ppo.clipCoef());
            put(Setting.CLIP_VLOSS, ppo.clipVloss());
            put(Setting.TARGET_KL, ppo.targetKl());
        }
    }

    private void shared(ActorCriticConfig shared, OptimizerConfig optimizer) {
        put(Setting.LEARNING_RATE, optimizer.learningRate());
        put(Setting.ANNEAL_LR, optimizer.annealLr());
        put(Setting.OPTIMIZER, Setting.name(optimizer.kind()));
        put(Setting.OPTIMIZER_EPS, optimizer.epsilon());
        if (optimizer.kind() == OptimizerConfig.Kind.RMSPROP) {
            put(Setting.RMS_ALPHA, optimizer.rmsAlpha());
        }
        put(Setting.MAX_GRAD_NORM, optimizer.maxGradNorm());
        put(Setting.GAMMA, shared.gamma());
        put(Setting.GAE_LAMBDA, shared.gaeLambda());
        put(Setting.NORM_ADV, shared.normAdv());
        put(Setting.ENT_COEF, shared.entCoef());
        put(Setting.VF_COEF, shared.vfCoef());
    }

    private void put(Setting setting, Object value) {
        text.append(setting.key()).append(": ").append(value).append('\n');
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
