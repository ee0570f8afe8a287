package io.htsrl.cli.settings;

import io.htsrl.cli.rundir.JsonLine;
import io.htsrl.core.settings.AutoValue;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Schema;
import io.htsrl.core.settings.SettingSpec;
import io.htsrl.core.settings.ValueType;
import io.htsrl.learners.Algorithms;
import io.htsrl.trainer.settings.RunSchema;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;

/**
 * Writes a resolved run in the form that {@link ConfigFile} reads: with {@code --config}, it resolves to an equal run.
 * A value that follows from other settings is {@code auto (16)}, so that it follows from them again. Leaves out the
 * places of files, so that a repeated run gets a new folder, and settings without effect. One thread.
 */
public final class ConfigYaml {
    private static final int COMMENT_COLUMN = 36;

    private ConfigYaml() {}

    /** Returns the text of {@code config.yaml}. */
    public static String of(ResolvedRun run) {
        return text(
                run,
                "# Everything this run was resolved to. The same run again: hts train --config config.yaml\n",
                (key, line) -> line);
    }

    /** Returns the same text below other comments, with the origin of each value in a comment behind it. */
    static String withOrigins(List<String> head, ResolvedRun run) {
        return text(
                run,
                head.stream().map(line -> "# " + line + "\n").collect(Collectors.joining()),
                (key, line) -> String.format(
                        "%-" + COMMENT_COLUMN + "s # %s", line, run.origins().get(key)));
    }

    private static String text(ResolvedRun run, String head, BinaryOperator<String> lines) {
        Map<String, Object> values = new HashMap<>(RunSchema.values(run.config(), run.evaluation()));
        List.of(run.output(), run.checkpoints(), run.trace())
                .forEach(record -> values.putAll(RecordSettings.values(record)));
        run.loggers().records().forEach(record -> values.putAll(RecordSettings.values(record)));
        Schema schema = CliSettings.schema();
        StringBuilder text = new StringBuilder(1024).append(head);
        String group = "";
        for (Map.Entry<String, List<String>> entry : RunSchema.texts(
                        schema, values, Algorithms.of(run.config().algorithm()))
                .entrySet()) {
            SettingSpec setting = schema.get(entry.getKey());
            String value = scalar(setting.type(), entry.getValue());
            String shown = run.derived().contains(setting.key()) ? AutoValue.of(value) : value;
            text.append(group.isEmpty() || group.equals(setting.group()) ? "" : "\n")
                    .append(lines.apply(setting.key(), setting.key() + ": " + shown))
                    .append('\n');
            group = setting.group();
        }
        return text.toString();
    }

    private static String scalar(ValueType type, List<String> texts) {
        List<String> scalars =
                type.isFree() ? texts.stream().map(JsonLine::quoted).toList() : texts;
        return type.takesList() ? scalars.stream().collect(Collectors.joining(", ", "[", "]")) : scalars.get(0);
    }
}
