package io.htsrl.cli.settings;

import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import io.htsrl.core.settings.Schema;
import io.htsrl.trainer.evaluation.EvaluationConfig;
import io.htsrl.trainer.settings.RunSchema;
import java.util.List;
import java.util.Set;

/** All settings of the command line: those of a run, and those of its output. Any thread. */
public final class CliSettings {
    /** Which of a run's files, evaluations and checkpoints are wanted: nothing that makes the run. */
    private static final Schema AROUND = new Schema.Builder()
            .add(List.of(OutputSettings.class, CheckpointSettings.class, TraceSettings.class, EvaluationConfig.class))
            .build();

    private static volatile Schema schema;

    private CliSettings() {}

    /**
     * Collected at the first call: what is on the class path stays there.
     *
     * @throws io.htsrl.core.error.ConfigurationException when an algorithm on the class path cannot be loaded
     */
    public static Schema schema() {
        if (schema == null) {
            schema = RunSchema.with(
                    List.of(FileChoice.class, OutputSettings.class, CheckpointSettings.class, TraceSettings.class));
        }
        return schema;
    }

    /** Refuses what is given of a run's surroundings, where it would be dropped. */
    public static void refuseAroundARun(Layer given, Violations violations) {
        AROUND.all().stream()
                .filter(setting -> given.has(setting.key()))
                .forEach(setting -> violations.add(
                        setting.flag(),
                        null,
                        "is for 'hts train', and would be dropped here",
                        "remove it, or train a single run"));
    }

    /** What a file of settings may hold. */
    static Schema ofFiles() {
        return schema().without(Set.of(FileChoice.KEY));
    }
}
