package io.htsrl.cli;

import io.htsrl.core.ConfigurationException;
import io.htsrl.core.Environments;
import io.htsrl.core.Violations;
import io.htsrl.trainer.RunConfig;
import io.htsrl.trainer.evaluation.EvaluationConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Concludes a configuration: preset of the algorithm, below presets of the algorithm on that environment, below a preset
 * asked for by name, below the user's file, below the flags. Everything that is wrong is reported at once. One thread, one command.
 */
public final class ConfigResolver {
    /** Lines of {@code metrics.jsonl} in a run, about. */
    private static final long LOG_LINES = 1000;
    /** Whose presets stand in when the algorithm is unknown, so that the other settings can be checked. */
    private static final String STAND_IN = "a2c";

    private final Layer flags;
    private final Violations violations;
    private boolean unread;
    private boolean recorded;

    /**
     * Starts from what the command line said.
     *
     * @param violations what was wrong with the command line already
     */
    public ConfigResolver(Layer flags, Violations violations) {
        this.flags = flags;
        this.violations = violations;
    }

    /** The settings are those of a run that has begun: the file of its first parameters is not needed any more. */
    ConfigResolver ofRecordedRun() {
        recorded = true;
        return this;
    }

    /** @throws ConfigurationException with everything that is wrong */
    public ResolvedRun resolve() {
        Layer file = file();
        List<Layer> named = namedPreset(file);
        Optional<String> algo = required(Setting.ALGO, file, named, Suggestions.oneOf(Setting.ALGO.choices()))
                .filter(Setting.ALGO.choices()::contains);
        Optional<String> env = required(Setting.ENV, file, List.of(), "CartPole-v1, for example; 'hts envs' lists them");
        named.stream().filter(preset -> preset.has(Setting.ALGO)).forEach(preset -> checkAlgorithm(preset, algo));
        List<Layer> layers = layers(algo.orElse(STAND_IN), env, named, file);
        Values values = new Values(layers, violations);
        boolean known = env.isPresent() && environmentKnown(values);
        new Contradictions(values, violations).check(algo);
        ResolvedRun resolved = conclude(values, algo.orElse(STAND_IN), env.orElse(""), known, layers);
        violations.throwIfAny();
        return resolved;
    }

    /** The user's file; empty where there is none, or none that can be read. */
    private Layer file() {
        if (!flags.has(Setting.CONFIG)) {
            return Layer.ofFile("no file");
        }
        Object path = ValueKind.PATH.readAll(List.of(last(flags, Setting.CONFIG)));
        int before = violations.list().size();
        Layer file = path == null ? Layer.ofFile("no file") // which is told with all the other values
                : ConfigFile.read(Path.of((String) path), violations);
        unread = path == null || file.isEmpty() && violations.list().size() > before;
        return file;
    }

    private static String last(Layer layer, Setting setting) {
        List<String> texts = layer.texts(setting);
        return texts.get(texts.size() - 1);
    }

    /** The preset that was asked for by name, if any. */
    private List<Layer> namedPreset(Layer file) {
        Layer asking = flags.has(Setting.PRESET) ? flags : file;
        if (!asking.has(Setting.PRESET)) {
            return List.of();
        }
        String name = last(asking, Setting.PRESET);
        Optional<Layer> preset = Presets.named(name);
        violations.check(preset.isPresent(), asking.name(Setting.PRESET), name, "must name a preset", Suggestions
                .closest(name, Presets.NAMED).map(near -> "did you mean " + near + "?")
                .orElse("choose " + Suggestions.oneOf(Presets.NAMED)));
        return preset.stream().toList();
    }

    private void checkAlgorithm(Layer preset, Optional<String> algo) {
        String only = last(preset, Setting.ALGO);
        violations.check(algo.isEmpty() || only.equals(algo.get()), Setting.PRESET.flag(), preset.source(),
                "is for --algo " + only + " only", "choose another, or that algorithm");
    }

    private Optional<String> required(Setting setting, Layer file, List<Layer> named, String remedy) {
        List<Layer> from = new ArrayList<>(List.of(flags, file));
        from.addAll(named);
        for (Layer layer : from) {
            if (layer.has(setting)) {
                return Optional.of(last(layer, setting));
            }
        }
        violations.check(unread, setting.flag(), null, "must be given", "give " + remedy); // it may be in that file
        return Optional.empty();
    }

    private List<Layer> layers(String algo, Optional<String> env, List<Layer> named, Layer file) {
        List<Layer> layers = new ArrayList<>();
        layers.add(Presets.of(algo));
        env.ifPresent(id -> layers.addAll(Presets.of(algo, id)));
        layers.addAll(named);
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
        RunConfig drawing = new RunConfigs(values).build(algo, env);
        check(drawing, known);
        RunConfig config = new InitialSettings(values, violations, recorded).of(drawing);
        EvaluationConfig evaluation = new RunConfigs(values).evaluation();
        evaluation.check(violations);
        long logInterval = values.<Long>find(Setting.LOG_INTERVAL).orElseGet(() -> defaultLogInterval(config));
        violations.check(logInterval >= 1, values.name(Setting.LOG_INTERVAL), logInterval, "must be at least 1",
                "give 10, for example");
        CheckpointSettings checkpoints = CheckpointSettings.of(values);
        checkpoints.check(values, config, known, violations);
        TraceSettings trace = TraceSettings.of(values);
        trace.check(values, violations);
        return new ResolvedRun(config, evaluation, logInterval,
                values.<Boolean>find(Setting.LOG_ALL).orElse(false), checkpoints, trace, runDir(values),
                values.<Boolean>find(Setting.QUIET).orElse(false),
                layers.stream().filter(layer -> !layer.isEmpty()).map(Layer::source).toList(),
                derived(values, config));
    }

    /** One thread leaves no choice, whatever lower layers say: they must not say it of other schedules. */
    private static Set<Setting> derived(Values values, RunConfig config) {
        if (!config.pipeline().schedule().oneThread()) {
            return values.derived();
        }
        Set<Setting> derived = EnumSet.of(Setting.EXECUTORS, Setting.ACTOR_BATCH);
        derived.addAll(values.derived());
        return Set.copyOf(derived);
    }

    private Optional<Path> runDir(Values values) {
        return values.<String>find(Setting.RUN_DIR).map(Path::of); // one that is none has been refused when it was read
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
