package io.htsrl.trainer.logging.feed;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.service.ClassPathVariable;
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
import java.util.Comparator;
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
        List<RunLogger> all = sorted(Services.load(RunLogger.class));
        all.forEach(Loggers::schema);
        return all;
    }

    static List<RunLogger> sorted(List<RunLogger> loaded) {
        List<RunLogger> all =
                loaded.stream().sorted(Comparator.comparing(RunLogger::name)).toList();
        Violations violations = new Violations();
        for (int i = 1; i < all.size(); i++) {
            RunLogger other = all.get(i - 1);
            RunLogger logger = all.get(i);
            violations.check(
                    !logger.name().equals(other.name()),
                    ClassPathVariable.NAME,
                    logger.name(),
                    "must be the name of one logger, and is that of "
                            + other.getClass().getName() + " and of "
                            + logger.getClass().getName(),
                    "take one of them off the class path, or give it another name");
        }
        violations.throwIfAny();
        return all;
    }

    /** Returns their names, sorted. */
    public static List<String> names() {
        return all().stream().map(RunLogger::name).toList();
    }

    /** Returns a new logger of that name; empty where there is none. */
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
     * @param folder   of the run, if it has one
     * @param interval of the checkpoint that the run resumes from; 0 for a new run
     * @param settings by key, as text
     * @param handle   for loggers that watch the run
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
