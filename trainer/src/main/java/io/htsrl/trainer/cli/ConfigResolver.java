package io.htsrl.trainer.cli;

import io.htsrl.core.ConfigurationException;
import io.htsrl.core.Environments;
import io.htsrl.core.Violations;
import io.htsrl.trainer.RunConfig;
import io.htsrl.trainer.evaluation.EvaluationConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Concludes a configuration: preset of the algorithm, below preset of the algorithm on that environment, below the
 * user's file, below the flags. Everything that is wrong is reported at once. One thread, one command.
 */
final class ConfigResolver {
    /** Lines of {@code metrics.jsonl} in a run, about. */
    private static final long LOG_LINES = 1000;
    /** Whose presets stand in when the algorithm is unknown, so that the other settings can be checked. */
    private static final String STAND_IN = "a2c";

    private final Layer flags;
    private final Violations violations;

    /**
     * Starts from what the command line said.
     *
     * @param violations what was wrong with the command line already
     */
    ConfigResolver(Layer flags, Violations violations) {
        this.flags = flags;
        this.violations = violations;
    }

    /** @throws ConfigurationException with everything that is wrong */
    ResolvedRun resolve() {
        Layer file = flags.has(Setting.CONFIG)
                ? ConfigFile.read(Path.of(last(flags, Setting.CONFIG)), violations) : Layer.ofFile("no file");
        Optional<String> algo = required(Setting.ALGO, file, Suggestions.oneOf(Setting.ALGO.choices()))
                .filter(Setting.ALGO.choices()::contains);
        Optional<String> env = required(Setting.ENV, file, "CartPole-v1, for example; 'hts envs' lists them");
        List<Layer> layers = layers(algo.orElse(STAND_IN), env, file);
        Values values = new Values(layers, violations);
        boolean known = env.isPresent() && environmentKnown(values);
        new Contradictions(values, violations).check(algo);
        ResolvedRun resolved = conclude(values, algo.orElse(STAND_IN), env.orElse(""), known, layers);
        violations.throwIfAny();
        return resolved;
    }

    private static String last(Layer layer, Setting setting) {
        List<String> texts = layer.texts(setting);
        return texts.get(texts.size() - 1);
    }

    private Optional<String> required(Setting setting, Layer file, String remedy) {
        for (Layer layer : List.of(flags, file)) {
            if (layer.has(setting)) {
                return Optional.of(last(layer, setting));
            }
        }
        violations.add(setting.flag(), null, "must be given", "give " + remedy);
        return Optional.empty();
    }

    private List<Layer> layers(String algo, Optional<String> env, Layer file) {
        List<Layer> layers = new ArrayList<>();
        layers.add(Presets.of(algo));
        env.flatMap(id -> Presets.of(algo, id)).ifPresent(layers::add);
        layers.add(file);
        layers.add(flags);
        return layers;
    }

    private boolean environmentKnown(Values values) {
        String id = values.<String>find(Setting.ENV).orElse("");
        if (Environments.exists(id)) {
            return true;
        }
        List<String> names = Environments.names();
        violations.add(values.name(Setting.ENV), id, "must name an environment", Suggestions.closest(id, names)
                .map(name -> "did you mean " + name + "?").orElse("choose one of " + String.join(", ", names)));
        return false;
    }

    private ResolvedRun conclude(Values values, String algo, String env, boolean known, List<Layer> layers) {
        RunConfig config = new RunConfigs(values).build(algo, env);
        check(config, known);
        EvaluationConfig evaluation = new RunConfigs(values).evaluation();
        evaluation.check(violations);
        long logInterval = values.<Long>find(Setting.LOG_INTERVAL).orElseGet(() -> defaultLogInterval(config));
        violations.check(logInterval >= 1, values.name(Setting.LOG_INTERVAL), logInterval, "must be at least 1",
                "give 10, for example");
        CheckpointSettings checkpoints = CheckpointSettings.of(values);
        checkpoints.check(values, config, known, violations);
        TraceSettings trace = TraceSettings.of(values);
        trace.check(values, violations);
        return new ResolvedRun(config, evaluation, logInterval, checkpoints, trace,
                values.<String>find(Setting.RUN_DIR).map(Path::of),
                values.<Boolean>find(Setting.QUIET).orElse(false),
                layers.stream().filter(layer -> !layer.isEmpty()).map(Layer::source).toList());
    }

    /** An unknown environment has been reported already, with a suggestion. */
    private void check(RunConfig config, boolean known) {
        try {
            config.check();
        } catch (ConfigurationException e) {
            e.violations().stream().filter(v -> known || !v.setting().equals(Setting.ENV.flag()))
                    .forEach(v -> violations.add(v.setting(), v.value(), v.rule(), v.remedy()));
        }
    }

    private static long defaultLogInterval(RunConfig config) {
        long rows = Math.max(1, (long) config.pipeline().columns() * config.pipeline().syncInterval());
        return Math.max(1, config.totalTimesteps() / rows / LOG_LINES);
    }
}
