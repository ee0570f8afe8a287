package io.htsrl.cli.settings;

import io.htsrl.core.settings.Schema;
import io.htsrl.trainer.settings.RunSchema;
import java.util.List;
import java.util.Set;

/** All settings of the command line: those of a run, and those of its output. Any thread. */
public final class CliSettings {
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

    /** What a file of settings may hold. */
    static Schema ofFiles() {
        return schema().without(Set.of(FileChoice.KEY));
    }
}
