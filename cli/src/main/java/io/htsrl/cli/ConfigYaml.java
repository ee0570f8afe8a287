package io.htsrl.cli;

import io.htsrl.core.settings.AutoValue;
import io.htsrl.core.settings.Lookup;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Schema;
import io.htsrl.core.settings.SettingSpec;
import io.htsrl.core.settings.ValueType;
import io.htsrl.learners.Algorithm;
import io.htsrl.learners.Algorithms;
import io.htsrl.trainer.settings.RunSchema;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes a resolved run as {@link ConfigFile} reads it: given back with {@code --config}, it resolves to an equal run.
 * What follows from other settings is {@code auto (16)}, so that it follows from them again. What says where the files
 * go is left out, so that a repeated run finds a folder of its own; and what is void. One thread.
 */
public final class ConfigYaml implements Lookup {
    private final Schema schema = CliSettings.schema();
    private final Map<String, Object> values = new HashMap<>();
    private final Algorithm algorithm;

    private ConfigYaml(ResolvedRun run) {
        algorithm = Algorithms.of(run.config().algorithm());
        values.putAll(RunSchema.values(run.config(), run.evaluation()));
        List.of(run.output(), run.checkpoints(), run.trace())
                .forEach(record -> values.putAll(RecordSettings.values(record)));
    }

    /** The text of {@code config.yaml}. */
    public static String of(ResolvedRun run) {
        ConfigYaml yaml = new ConfigYaml(run);
        StringBuilder text = new StringBuilder(1024);
        text.append("# Everything this run was resolved to. The same run again: hts train --config config.yaml\n");
        String group = "";
        for (SettingSpec setting : yaml.schema.all()) {
            String value = yaml.written(setting);
            if (value != null) {
                text.append(group.isEmpty() || group.equals(setting.group()) ? "" : "\n").append(setting.key())
                        .append(": ").append(run.derived().contains(setting.key()) ? AutoValue.of(value) : value)
                        .append('\n');
                group = setting.group();
            }
        }
        return text.toString();
    }

    /** Null for what is not written. */
    private String written(SettingSpec setting) {
        boolean meant = setting.isRecorded() && values.containsKey(setting.key())
                && RunSchema.applies(setting, algorithm)
                && setting.condition().map(condition -> condition.holds(this)).orElse(true);
        return meant ? yaml(setting) : null;
    }

    private String yaml(SettingSpec setting) {
        ValueType type = setting.type();
        List<String> texts = type.texts(values.get(setting.key()));
        if (texts == null) {
            return null;
        }
        List<String> scalars = type.isFree() ? texts.stream().map(ConfigYaml::quoted).toList() : texts;
        return type.takesList() ? scalars.stream().collect(Collectors.joining(", ", "[", "]")) : scalars.get(0);
    }

    @Override
    @SuppressWarnings("unchecked") // each component has one type
    public <T> T get(String key) {
        return (T) values.get(key);
    }

    @Override
    public String text(String key) {
        return String.join(",", schema.get(key).type().texts(values.get(key)));
    }

    /** A double-quoted YAML scalar, which no content can break out of. */
    private static String quoted(String value) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
