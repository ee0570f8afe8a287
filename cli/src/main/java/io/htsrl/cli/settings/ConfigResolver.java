package io.htsrl.cli.settings;

import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import io.htsrl.core.settings.Values;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.engine.WantedEngine;
import io.htsrl.trainer.logging.feed.WantedLoggers;
import io.htsrl.trainer.settings.RunResolver;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Concludes a command line: presets, as {@link RunResolver} lays them, below the user's file, below the flags.
 * Everything that is wrong is reported at once. One thread, one command.
 */
public final class ConfigResolver {
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
    public ConfigResolver ofRecordedRun() {
        recorded = true;
        return this;
    }

    /** @throws io.htsrl.core.error.ConfigurationException with everything that is wrong */
    public ResolvedRun resolve() {
        List<Layer> own = List.of(file(), flags);
        RunResolver.Resolution run = new RunResolver(CliSettings.schema(), own, violations).resolve(unread);
        Values values = run.values();
        RunConfig config = new InitialSettings(values, violations, recorded).of(run.config());
        OutputSettings output = values.record(OutputSettings.class);
        values.check(output, violations);
        CheckpointSettings checkpoints = values.record(CheckpointSettings.class);
        checkpoints.check(values, config, run.known(), violations);
        TraceSettings trace = values.record(TraceSettings.class);
        trace.check(values, violations);
        WantedLoggers loggers = WantedLoggers.of(values, violations);
        WantedEngine engine = WantedEngine.of(values, config, violations);
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

    /** The user's file; empty where there is none, or none that can be read. */
    private Layer file() {
        if (!flags.has(FileChoice.KEY)) {
            return Layer.ofFile("no file");
        }
        Object path = CliSettings.schema().get(FileChoice.KEY).type().readAll(List.of(flags.last(FileChoice.KEY)));
        int before = violations.list().size();
        Layer file = path == null
                ? Layer.ofFile("no file") // which is told with all the other values
                : ConfigFile.read((Path) path, violations);
        unread = path == null || file.isEmpty() && violations.list().size() > before;
        return file;
    }
}
