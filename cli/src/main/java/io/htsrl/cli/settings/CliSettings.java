package io.htsrl.cli.settings;

import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import io.htsrl.core.settings.Schema;
import io.htsrl.core.settings.SettingSpec;
import io.htsrl.core.settings.ValueType;
import io.htsrl.trainer.engine.EngineChoice;
import io.htsrl.trainer.evaluation.EvaluationConfig;
import io.htsrl.trainer.logging.feed.Loggers;
import io.htsrl.trainer.settings.RunSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** All settings of the command line: those of a run, and those of its output. Any thread. */
public final class CliSettings {
    private static final List<Class<? extends Record>> OUTPUT =
            List.of(OutputSettings.class, CheckpointSettings.class, TraceSettings.class);

    private static volatile Schema schema;

    private CliSettings() {}

    /**
     * Returns the settings, collected at the first call: the class path does not change.
     *
     * @throws io.htsrl.core.error.ConfigurationException when an algorithm or a logger on the class path cannot be
     *     loaded
     */
    public static Schema schema() {
        if (schema == null) {
            List<Class<? extends Record>> own = new ArrayList<>(List.of(FileChoice.class));
            own.addAll(OUTPUT);
            own.addAll(Loggers.settings());
            own.addAll(EngineChoice.settings());
            schema = RunSchema.with(own);
        }
        return schema;
    }

    /** Refuses settings around a run that were given where they would have no effect. */
    public static void refuseAroundARun(Layer given, Violations violations) {
        around().all().stream()
                .filter(setting -> given.has(setting.key()))
                .forEach(setting -> violations.add(
                        setting.flag(),
                        null,
                        "is for 'hts train', and would be dropped here",
                        "remove it, or train a single run"));
    }

    /** Returns the settings of a run's files, evaluations, checkpoints and loggers, which do not affect its results. */
    private static Schema around() {
        return new Schema.Builder()
                .add(OUTPUT)
                .add(Loggers.settings())
                .add(EngineChoice.settings())
                .add(List.of(EvaluationConfig.class))
                .build();
    }

    /** Returns settings as they are given on a command line, in the order of the help. */
    public static List<String> words(Layer given) {
        List<String> words = new ArrayList<>();
        for (SettingSpec setting : schema().all()) {
            ValueType.Form form = setting.type().form();
            for (String text : given.texts(setting.key())) {
                boolean alone =
                        form == ValueType.Form.SWITCH || form == ValueType.Form.OPTIONAL_VALUE && text.equals("true");
                words.add(alone && !Boolean.parseBoolean(text) ? "--no-" + setting.key() : setting.flag());
                if (!alone) {
                    words.add(text);
                }
            }
        }
        return words;
    }

    /** Returns the settings that a file may hold. */
    static Schema ofFiles() {
        return schema().without(Set.of(FileChoice.KEY, FileChoice.TRUST));
    }

    /**
     * Returns whether two values of a setting make two different runs.
     *
     * @param key as in {@code config.yaml}; one that this version does not know counts as deciding
     * @param a as text; null where it is not given
     */
    public static boolean decidesBits(String key, String a, String b) {
        return schema().find(key).map(setting -> setting.decidesBits(a, b)).orElse(true);
    }

    /** Returns the keys, but for the seed, whose values make two recorded runs different. */
    public static List<String> differing(Map<String, String> a, Map<String, String> b) {
        return Stream.concat(a.keySet().stream(), b.keySet().stream())
                .distinct()
                .filter(key -> !key.equals("seed") && decidesBits(key, a.get(key), b.get(key)))
                .toList();
    }
}
