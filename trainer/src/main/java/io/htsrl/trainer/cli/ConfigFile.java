package io.htsrl.trainer.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.htsrl.core.Violations;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a flat YAML map of settings. Read token by token, so that unknown keys, duplicates and misplaced structure are
 * all reported, not the first alone. One thread, one file.
 */
final class ConfigFile {
    private final Layer layer;
    private final Violations violations;
    private final Set<String> seen = new HashSet<>();

    private ConfigFile(Layer layer, Violations violations) {
        this.layer = layer;
        this.violations = violations;
    }

    /** The user's file; empty, with the reason among the violations, where it cannot be read. */
    static Layer read(Path file, Violations violations) {
        Layer layer = Layer.ofFile(file.toString());
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            new ConfigFile(layer, violations).parse(reader);
        } catch (IOException e) {
            String reason = Files.isDirectory(file) ? "it is a folder"
                    : Files.exists(file) ? e.toString() : "there is no such file";
            violations.add("--config", file, "must name a readable file (" + reason + ")", "check the path");
        }
        return layer;
    }

    /** Fills {@code layer} from {@code reader}. */
    static void read(Reader reader, Layer layer, Violations violations) throws IOException {
        new ConfigFile(layer, violations).parse(reader);
    }

    private void parse(Reader reader) throws IOException {
        try (JsonParser parser = new YAMLFactory().createParser(reader)) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                return;
            }
            if (first != JsonToken.START_OBJECT) {
                notFlat("must be a flat map of settings");
                return;
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String key = parser.currentName();
                parser.nextToken();
                entry(key, parser);
            }
            if (parser.nextToken() != null) {
                notFlat("must be one YAML document");
            }
        } catch (JsonProcessingException e) {
            violations.add("--config", layer.source(), "must be YAML (line "
                            + (e.getLocation() == null ? "?" : e.getLocation().getLineNr()) + ": "
                            + e.getOriginalMessage().lines().findFirst().orElse("") + ")",
                    "write lines such as 'num-envs: 16'");
        }
    }

    private void notFlat(String rule) {
        violations.add("--config", layer.source(), rule, "write lines such as 'num-envs: 16'");
    }

    private void entry(String key, JsonParser parser) throws IOException {
        String name = key + " (in " + layer.source() + ")";
        Optional<Setting> setting = Setting.ofKey(key);
        if (!seen.add(key)) {
            violations.add(name, null, "must be given once", "remove all but one");
            parser.skipChildren();
        } else if (setting.isEmpty()) {
            unknown(key, name);
            parser.skipChildren();
        } else {
            value(setting.get(), name, parser);
        }
    }

    private void unknown(String key, String name) {
        violations.add(name, null, "is not a setting", Suggestions.closest(key,
                        Arrays.stream(Setting.values()).filter(s -> s != Setting.CONFIG).map(Setting::key).toList())
                .map(k -> "did you mean " + k + "?").orElse("'hts train --help' lists the settings"));
    }

    private void value(Setting setting, String name, JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_ARRAY && setting.kind().takesList()) {
            list(setting, name, parser);
        } else if (token.isStructStart()) {
            violations.add(name, null, "must be a single value", setting.kind().remedy());
            parser.skipChildren();
        } else if (token == JsonToken.VALUE_NULL) {
            violations.add(name, null, "must have a value", "give one, or remove the line to take the preset's");
        } else {
            layer.add(setting, parser.getText());
        }
    }

    private void list(Setting setting, String name, JsonParser parser) throws IOException {
        layer.addEmpty(setting);
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (parser.currentToken().isStructStart()) {
                violations.add(name, null, "must be a list of single values", setting.kind().remedy());
                parser.skipChildren();
            } else {
                layer.add(setting, parser.getText());
            }
        }
    }
}
