package io.htsrl.cli.settings;

import io.htsrl.cli.rundir.OwnRuns;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentProvider.ForeignCode;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import io.htsrl.core.settings.Values;
import io.htsrl.trainer.config.InitialParameters;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.config.ServedSpaces;
import io.htsrl.trainer.engine.EngineChoice;
import io.htsrl.trainer.logging.feed.LoggerSelection;
import io.htsrl.trainer.model.LearntParameters;
import io.htsrl.trainer.settings.RecordedCode;
import io.htsrl.trainer.settings.RunResolver;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Resolves a command line: the presets, as {@link RunResolver} orders them, below the user's file, below the flags. All
 * mistakes are reported at once. One thread, one command.
 */
public final class ConfigResolver {
    private static final String OPTIONS = "env-option";

    private final Layer flags;
    private final Violations violations;
    private boolean unread;
    private boolean recorded;
    private Supplier<? extends Environment> maker; // null for the environment that the settings name

    /**
     * Starts from the flags of the command line.
     *
     * @param violations earlier mistakes of the command line
     */
    public ConfigResolver(Layer flags, Violations violations) {
        this.flags = flags;
        this.violations = violations;
    }

    /** Takes the settings as those of a run that has begun: the file of its first parameters is not needed any more. */
    public ConfigResolver ofRecordedRun() {
        recorded = true;
        return this;
    }

    /** Uses the spaces of {@code spec} and makes no environment. */
    public ConfigResolver withSpaces(EnvironmentSpec spec) {
        maker = new ServedSpaces(spec);
        return this;
    }

    /** @throws io.htsrl.core.error.ConfigurationException with everything that is wrong */
    public ResolvedRun resolve() {
        Layer file = file();
        checkRecorded(file);
        RunResolver.Resolution run = new RunResolver(CliSettings.schema(), List.of(file, flags), violations, maker)
                .ofRecordedRun(isOfRun(file))
                .admitting(config -> admitted(config, file))
                .resolve(unread);
        Values values = run.values();
        RunConfig config = new InitialSettings(values, violations, recorded).of(recordingRead(run.config(), values));
        OutputSettings output = values.record(OutputSettings.class);
        values.check(output, violations);
        CheckpointSettings checkpoints = values.record(CheckpointSettings.class);
        checkpoints.check(values, config, run.known(), violations);
        TraceSettings trace = values.record(TraceSettings.class);
        trace.check(values, violations);
        LoggerSelection loggers = LoggerSelection.of(values, violations);
        EngineChoice engine = EngineChoice.of(values, config, violations);
        violations.throwIfAny();
        return new ResolvedRun(
                config,
                run.evaluation(),
                output,
                checkpoints,
                trace,
                loggers,
                engine,
                run.sources(),
                CliSettings.schema().keys().stream().collect(Collectors.toMap(key -> key, values::origin)),
                RunResolver.derived(values, config));
    }

    /** Returns the run with the steps of {@code --from}; those of a run that has begun are read when it trains. */
    private RunConfig recordingRead(RunConfig config, Values values) {
        if (recorded || !violations.isEmpty()) {
            return config;
        }
        try {
            return config.withRecordingRead();
        } catch (ConfigurationException e) {
            values.addPlaced(e.violations(), violations);
            return config;
        }
    }

    /** Refuses lines of a run's file about output or loggers: a run never records them, so the file was edited. */
    private void checkRecorded(Layer file) {
        boolean ofRun = isOfRun(file);
        CliSettings.schema().all().stream()
                .filter(setting -> ofRun && !setting.isRecorded() && file.has(setting.key()))
                .forEach(setting -> violations.add(
                        file.name(setting.key()),
                        String.join(",", file.texts(setting.key())),
                        "must not be in the settings of a recorded run, which hts-rl wrote without it",
                        "remove the line, or give your own file of settings another name than " + RunReader.CONFIG));
    }

    private boolean isOfRun(Layer file) {
        return recorded || Path.of(file.source()).endsWith(RunReader.CONFIG);
    }

    /**
     * Admits code that a run directory names only if the user gave it as a flag, trusts it, or ran it in this run
     * before.
     */
    private RunConfig admitted(RunConfig config, Layer file) {
        Path source = Path.of(file.source());
        if (FileChoice.trusts(flags) || !source.endsWith(RunReader.CONFIG)) {
            return config;
        }
        Path run = source.toAbsolutePath().getParent();
        boolean mixed = file.has(OPTIONS) && !flags.has(OPTIONS); // the user's environment with options from the file
        Predicate<ForeignCode> wanted = OwnRuns.ofUser()
                .of(run)
                .or(code ->
                        flags.has(code.setting()) && !(mixed && code.setting().equals("env")));
        return RecordedCode.withheld(
                config, "run", run, wanted, "add --trust if you know who made this run (docs/how-to/trust.md)");
    }

    /** Returns the user's file; empty where none exists, or it cannot be read. */
    private Layer file() {
        if (!flags.has(FileChoice.KEY)) {
            return Layer.ofFile("no file");
        }
        Object path = CliSettings.schema().get(FileChoice.KEY).type().readAll(List.of(flags.last(FileChoice.KEY)));
        int before = violations.list().size();
        Layer file = path == null
                ? Layer.ofFile("no file") // reported with all the other values
                : ConfigFile.read((Path) path, violations);
        unread = path == null || file.isEmpty() && violations.list().size() > before;
        return file;
    }

    /**
     * Initial parameters that the user wants: {@code --init-from}, and {@code --init-digest} of a run's
     * {@code config.yaml}. One thread.
     *
     * @param recorded whether the run has begun: nothing is read then
     */
    private record InitialSettings(Values values, Violations violations, boolean recorded) {
        private static final String FROM = "init-from";
        private static final String DIGEST = LearntParameters.DIGEST;

        /** Returns {@code config} with the wanted initial parameters; adds mistakes to the violations. */
        RunConfig of(RunConfig config) {
            Optional<Path> from = values.given(FROM);
            Optional<String> digest = digest();
            LearntParameters.checkDigest(from.isPresent(), digest, values.name(DIGEST), violations);
            if (from.isEmpty() || !violations.isEmpty()) {
                return config; // the network of settings that are wrong means nothing
            }
            if (recorded && digest.isPresent()) {
                return config.startingFrom(
                        InitialParameters.recorded(digest.get(), from.get().toString()));
            }
            return read(config, from.get(), digest);
        }

        /**
         * Returns the digest of the file of parameters. A settings file's digest is of its own one, not of one given
         * above it.
         */
        private Optional<String> digest() {
            return values.given(FROM).isPresent() && values.above(FROM, DIGEST)
                    ? Optional.empty()
                    : values.given(DIGEST);
        }

        private RunConfig read(RunConfig config, Path from, Optional<String> digest) {
            try {
                InitialParameters initial = LearntParameters.checked(LearntParameters.read(from, config), from, digest);
                return config.startingFrom(initial).check();
            } catch (ConfigurationException e) {
                e.violations().forEach(v -> violations.add(values.name(FROM), v.value(), v.rule(), v.remedy()));
                return config;
            }
        }
    }
}
