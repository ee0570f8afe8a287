package io.htsrl.cli.settings;

import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.AutoValue;
import io.htsrl.core.settings.Layer;
import io.htsrl.core.settings.SettingSpec;
import io.htsrl.core.settings.Values;
import io.htsrl.learners.Algorithm;
import io.htsrl.learners.Algorithms;
import io.htsrl.trainer.settings.Presets;
import io.htsrl.trainer.settings.RunSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the help says of a setting: whose it is, what it needs, what it does, whether it changes bits, and its default
 * as the presets have it. Stateless, any thread.
 */
final class SettingHelp {
    private static volatile Map<String, String> texts;

    private final List<Algorithm> algorithms = Algorithms.all();
    private final Map<String, Layer> presets = new HashMap<>();

    private SettingHelp() {
        algorithms.forEach(algorithm -> presets.put(algorithm.name(), Presets.of(algorithm.name())));
    }

    /** One paragraph. All are written at the first call, for presets are files. */
    static String of(SettingSpec setting) {
        if (texts == null) {
            SettingHelp help = new SettingHelp();
            texts = CliSettings.schema().all().stream().collect(Collectors.toMap(SettingSpec::key, help::paragraph));
        }
        return texts.get(setting.key());
    }

    private String paragraph(SettingSpec setting) {
        List<String> sentences = new ArrayList<>();
        sentences.add(owners(setting) + condition(setting) + setting.help());
        if (!setting.type().choices().isEmpty() && !named(setting)) {
            sentences.add("One of " + String.join(", ", setting.type().choices()) + ".");
        }
        if (!setting.decidesBits()
                && setting.aliasOf().isEmpty()
                && setting.group().matches("Pipeline|Evaluation")) {
            sentences.add("Never changes a bit.");
        }
        String defaultValue = defaultValue(setting);
        if (!defaultValue.isEmpty()) {
            sentences.add("Default: " + defaultValue + ".");
        }
        return String.join(" ", sentences);
    }

    /** The algorithms that it means something to. */
    private List<String> names(SettingSpec setting) {
        return algorithms.stream()
                .filter(algorithm -> RunSchema.applies(setting, algorithm))
                .map(Algorithm::name)
                .toList();
    }

    /** Whether the text tells the choices already. */
    private static boolean named(SettingSpec setting) {
        return setting.type().choices().stream().allMatch(setting.help()::contains);
    }

    /** Such as {@code "A2C, PPO: "}; nothing where a setting belongs to every algorithm. */
    private String owners(SettingSpec setting) {
        List<String> names = names(setting);
        return names.size() == algorithms.size() ? "" : String.join(", ", names).toUpperCase(Locale.ROOT) + ": ";
    }

    private static String condition(SettingSpec setting) {
        return setting.condition()
                .map(condition -> "With " + condition.words() + ": ")
                .orElse("");
    }

    /** One value, or those of the algorithms where they differ; empty where nothing is given by default. */
    private String defaultValue(SettingSpec setting) {
        if (setting.aliasOf().isPresent()) {
            return "";
        }
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (String algorithm : names(setting)) {
            values.computeIfAbsent(defaultValue(setting, algorithm), value -> new ArrayList<>())
                    .add(algorithm);
        }
        String unit = setting.unit().isEmpty() || setting.isDerived() ? "" : " " + setting.unit();
        if (values.size() == 1) {
            String only = values.keySet().iterator().next();
            return only.isEmpty() ? "" : only + unit;
        }
        return values.entrySet().stream()
                .map(entry -> String.join(", ", entry.getValue()) + " " + entry.getKey() + unit)
                .collect(Collectors.joining("; "));
    }

    private String defaultValue(SettingSpec setting, String algorithm) {
        Layer preset = presets.get(algorithm);
        if (preset.has(setting.key())) {
            return canonical(setting, String.join(",", preset.texts(setting.key())));
        }
        if (!setting.isDerived()) {
            return canonical(setting, setting.defaultValue().orElse(""));
        }
        Values values = new Values(CliSettings.schema(), List.of(preset), Set.of(), new Violations());
        return values.applies(setting) ? AutoValue.of(setting.text(setting.auto(values))) : AutoValue.AUTO;
    }

    /** Equal values in one writing: {@code 1.0e-4} is {@code 1.0E-4}. */
    private static String canonical(SettingSpec setting, String text) {
        Object value = text.isEmpty() ? null : setting.type().readAll(List.of(text));
        return setting.text(value).replaceFirst("\\.0$", "").replace(".0E", "E").replace('E', 'e');
    }
}
