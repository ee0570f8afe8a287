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
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Help text of a setting: its algorithms, its requirements, its effect, whether it changes bits, and its default in the
 * presets. Stateless, any thread.
 */
final class SettingHelp {
    private static volatile Map<String, String> texts;

    private final List<Algorithm> algorithms;
    private final Map<String, Layer> presets = new HashMap<>();

    private SettingHelp(List<Algorithm> algorithms) {
        this.algorithms = algorithms;
        algorithms.forEach(algorithm -> presets.put(algorithm.name(), Presets.of(algorithm.name())));
    }

    /** Returns one paragraph. All are written at the first call, since presets are files. */
    static String of(SettingSpec setting) {
        if (texts == null) {
            texts = of(Optional.empty());
        }
        return texts.get(setting.key());
    }

    /**
     * Returns the paragraphs by their settings' keys.
     *
     * @param only algorithm whose defaults are given; empty for all
     */
    static Map<String, String> of(Optional<Algorithm> only) {
        SettingHelp help = new SettingHelp(only.map(List::of).orElseGet(Algorithms::all));
        return CliSettings.schema().all().stream().collect(Collectors.toMap(SettingSpec::key, help::paragraph));
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

    /** Returns the algorithms that use the setting. */
    private List<String> names(SettingSpec setting) {
        return algorithms.stream()
                .filter(algorithm -> RunSchema.applies(setting, algorithm))
                .map(Algorithm::name)
                .toList();
    }

    /** Returns whether the text already names the choices. */
    private static boolean named(SettingSpec setting) {
        return setting.type().choices().stream().allMatch(setting.help()::contains);
    }

    /** Returns a text such as {@code "A2C, PPO: "}; empty where every algorithm has the setting. */
    private String owners(SettingSpec setting) {
        List<String> names = names(setting);
        return names.size() == algorithms.size() ? "" : String.join(", ", names).toUpperCase(Locale.ROOT) + ": ";
    }

    private static String condition(SettingSpec setting) {
        return setting.condition()
                .map(condition -> "With " + condition.words() + ": ")
                .orElse("");
    }

    /** Returns one value, or those of the algorithms where they differ; empty where nothing is given by default. */
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
        values.remove(""); // algorithms without one
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

    /** Returns one form for equal values: {@code 1.0e-4} is {@code 1.0E-4}. */
    private static String canonical(SettingSpec setting, String text) {
        Object value = text.isEmpty() ? null : setting.type().readAll(List.of(text));
        return setting.text(value).replaceFirst("\\.0$", "").replace(".0E", "E").replace('E', 'e');
    }
}
