package io.htsrl.trainer.logging.feed;

import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.logging.RunContext;
import io.htsrl.trainer.logging.RunHandle;
import io.htsrl.trainer.logging.RunLogger;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** What loggers are told of a run before it begins. Stateless, any thread. */
public final class RunContexts {

    private RunContexts() {}

    /**
     * For loggers without settings of their own.
     *
     * @param folder   of the run, if it has one
     * @param interval after which the checkpoint was taken that it goes on from; 0 for a run that begins
     * @param settings by key, as text
     * @param handle    for those that look at it while it goes
     */
    public static RunContext of(
            Optional<Path> folder, RunConfig config, long interval, Map<String, String> settings, RunHandle handle) {
        PipelineConfig pipeline = config.pipeline();
        // where learning lags behind, the last bank before the checkpoint is told of after it
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
