package io.htsrl.trainer.model;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.core.settings.Layer;
import io.htsrl.core.settings.Schema;
import io.htsrl.core.settings.SettingSpec;
import io.htsrl.learners.Algorithms;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.evaluation.EvaluationConfig;
import io.htsrl.trainer.settings.RunSchema;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Writes the settings of a run into the metadata of its model and checkpoints, and reads them. Stateless, any thread.
 */
public final class RecordedSettings {
    /** Prefix of the metadata keys for settings. */
    public static final String SETTING = "setting.";
    /** Separator of the values of a list; the command line's checkpoints have a comma and a blank. */
    private static final String NEXT = "\n";

    private RecordedSettings() {}

    /** Returns the metadata of a run, without its evaluations. */
    public static Map<String, String> of(RunConfig config) {
        return of(config, EvaluationConfig.OFF);
    }

    /** Returns the metadata of an evaluated run. */
    public static Map<String, String> of(RunConfig config, EvaluationConfig evaluation) {
        Map<String, String> metadata = new LinkedHashMap<>();
        RunSchema.texts(RunSchema.ofRun(), RunSchema.values(config, evaluation), Algorithms.of(config.algorithm()))
                .forEach((key, texts) -> metadata.put(SETTING + key, String.join(NEXT, texts)));
        return metadata;
    }

    /**
     * Reads a run's settings from a file; empty where an earlier version wrote it. Other modules' settings are left
     * out.
     */
    public static Layer read(CheckpointFile file) {
        return read(file.path().toString(), file.metadata());
    }

    /** Reads the result of {@link #of}, which came from {@code source}. */
    public static Layer read(String source, Map<String, String> metadata) {
        Layer layer = Layer.ofFile(source);
        Schema schema = RunSchema.ofRun();
        metadata.forEach((name, text) -> {
            if (name.startsWith(SETTING)) {
                schema.find(name.substring(SETTING.length())).ifPresent(setting -> add(setting, text, layer));
            }
        });
        return layer;
    }

    private static void add(SettingSpec setting, String text, Layer layer) {
        if (!setting.type().takesList()) {
            layer.add(setting.key(), text);
            return;
        }
        layer.addEmpty(setting.key());
        Stream.of(text.split(text.contains(NEXT) ? NEXT : ", "))
                .filter(part -> !part.isEmpty())
                .forEach(part -> layer.add(setting.key(), part));
    }
}
