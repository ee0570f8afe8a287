package io.htsrl.trainer.logging.feed;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.service.Services;
import io.htsrl.core.settings.Schema;
import io.htsrl.core.settings.SettingSpec;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.logging.RunContext;
import io.htsrl.trainer.logging.RunHandle;
import io.htsrl.trainer.logging.RunLogger;
import io.htsrl.trainer.logging.feed.LoggerSelection.LoggerChoice;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The directory of all loggers on the class path. Stateless, any thread. */
public final class Loggers {

    private Loggers() {}

    /**
     * Returns new instances of all loggers, by name.
     *
     * @throws ConfigurationException when one cannot be loaded, two have one name, or one's settings are invalid
     */
    public static List<RunLogger> all() {
        List<RunLogger> all = Services.sorted(Services.load(RunLogger.class), "logger", RunLogger::name);
        all.forEach(Loggers::schema);
        return all;
    }

    /** Returns their names, sorted. */
    public static List<String> names() {
        return all().stream().map(RunLogger::name).toList();
    }

    /** Returns a new logger of that name; empty where none exists. */
    public static Optional<RunLogger> find(String name) {
        return all().stream().filter(logger -> logger.name().equals(name)).findFirst();
    }

    /** Returns the records of all settings for loggers: the selection and the loggers' own settings. */
    public static List<Class<? extends Record>> settings() {
        List<Class<? extends Record>> settings = new ArrayList<>(List.of(LoggerChoice.class));
        all().forEach(logger -> settings.add(logger.settings()));
        return settings;
    }

    /** Returns the schema of a logger's settings. */
    static Schema schema(RunLogger logger) {
        try {
            Schema own = new Schema.Builder().add(List.of(logger.settings())).build();
            for (SettingSpec setting : own.all()) {
                if (setting.decidesBits()) {
                    throw new IllegalStateException("its setting " + setting.key()
                            + " counts as deciding bits of the run: annotate it with decidesBits = false");
                }
            }
            return own;
        } catch (RuntimeException | LinkageError e) {
            throw Services.failed(logger, e);
        }
    }

    /**
     * Returns the context of a run that loggers receive before it begins, without their own settings.
     *
     * @param folder of the run, if it has one
     * @param interval of the checkpoint that the run resumes from; 0 for a new run
     * @param settings by key, as text
     * @param handle for loggers that watch the run
     */
    public static RunContext context(
            Optional<Path> folder, RunConfig config, long interval, Map<String, String> settings, RunHandle handle) {
        PipelineConfig pipeline = config.pipeline();
        // where learning lags behind, the last bank before the checkpoint is reported after it
        long first = Math.max(0, interval - pipeline.schedule().trailingUpdates());
        return new RunContext(
                folder,
                config.algorithm().algorithm(),
                config.env(),
                config.seed(),
                first,
                first * pipeline.stepsPerInterval(),
                config.intervals() * pipeline.stepsPerInterval(),
                settings,
                handle,
                new RunLogger.NoSettings());
    }
}
