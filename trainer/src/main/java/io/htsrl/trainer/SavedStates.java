package io.htsrl.trainer;

import io.htsrl.checkpoints.CheckpointException;
import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.CheckpointPlan.Rule;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.evaluation.EvaluationConfig;
import io.htsrl.trainer.logging.feed.ProgramLogs;
import io.htsrl.trainer.model.ModelFile;
import io.htsrl.trainer.model.RecordedSettings;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A program's checkpoint settings. Immutable.
 *
 * @param folder of the files
 * @param intervals from one to the next; 0 for none
 */
record SavedStates(Path folder, long intervals) {
    /** No checkpoints. */
    static final SavedStates NONE = new SavedStates(Path.of("."), 0);

    private static final int KEPT = 3;

    /**
     * Returns the plan of the checkpoints.
     *
     * @param from checkpoint that the run resumes from; null for a new run
     * @param logs loggers of the program, which are flushed before each checkpoint
     */
    CheckpointPlan plan(RunConfig config, EvaluationConfig evaluation, CheckpointFile from, ProgramLogs logs) {
        Map<String, String> metadata = new LinkedHashMap<>();
        if (intervals > 0) {
            metadata.putAll(ModelFile.network(config));
            metadata.putAll(RecordedSettings.of(config, evaluation));
        }
        return new CheckpointPlan(
                folder, intervals, KEPT, metadata, Map.of(), logs::force, from, Rule.NEVER, Rule.NEVER);
    }

    /**
     * Opens the newest intact checkpoint.
     *
     * @throws ConfigurationException when none exists
     * @throws CheckpointException when none is intact; it describes the newest one's defect
     */
    static CheckpointFile newest(Path folder) {
        return new CheckpointFolder(folder, KEPT)
                .newestIntact()
                .orThrow(() -> refused(
                        folder, "must hold checkpoints, and holds none", "give the folder of Training.checkpoints"));
    }

    /** Returns the settings of a checkpoint's run. */
    static Layer settings(CheckpointFile file) {
        Layer settings = RecordedSettings.read(file);
        if (!settings.has("algo") || !settings.has("env")) {
            throw refused(file.path(), "must say which run it is of", "give a checkpoint of this version");
        }
        return settings;
    }

    /**
     * Returns the run of {@code config} resumed from this checkpoint, possibly with more timesteps.
     *
     * @param extended whether the program gives the timesteps
     */
    static RunConfig goingOn(CheckpointFile from, RunConfig config, boolean extended) {
        RunConfig before = planned(from, config);
        long interval = CheckpointFolder.interval(from.path());
        long done = interval * config.pipeline().stepsPerInterval();
        Violations.require(
                !extended || config.totalTimesteps() > done,
                "total-timesteps",
                config.totalTimesteps(),
                "must be above the " + done + " steps that are done",
                "give " + 2 * done + ", for example");
        return before.continuedAt(interval, config.totalTimesteps());
    }

    /** Returns the same run with as many timesteps as it was planned with. */
    private static RunConfig planned(CheckpointFile from, RunConfig config) {
        String total = from.metadata(RecordedSettings.SETTING + "total-timesteps");
        return config.lasting(Long.parseLong(total));
    }

    private static ConfigurationException refused(Path path, String rule, String remedy) {
        return new ConfigurationException("checkpoints", path, rule, remedy);
    }
}
