package io.htsrl.cli.settings;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.htsrl.cli.rundir.RunFiles;
import io.htsrl.core.error.ShownText;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import io.htsrl.core.settings.Schema;
import io.htsrl.core.settings.SettingSpec;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Reads a flat YAML map of settings, token by token, so that unknown keys, duplicates and misplaced structure are all
 * reported, not only the first. Bounded in time and in the number of reports. One thread, one file.
 */
final class ConfigFile {
    /** Most bytes of a file; people write less. */
    private static final int MOST_BYTES = 1 << 20;

    private static final String OF_A_RUN = "config.yaml";
    private static final int MOST_REPORTED = 20;
    private static final int MOST_OF_A_KEY = 100;

    private final Schema settings = CliSettings.ofFiles();
    private final Layer layer;
    private final Violations violations;
    private final Set<String> seen = new HashSet<>();
    private int refused;

    private ConfigFile(Layer layer, Violations violations) {
        this.layer = layer;
        this.violations = violations;
    }

    /**
     * Reads the user's file, or that of the run in a folder; empty, with the reason among the violations, where it
     * cannot be read.
     */
    static Layer read(Path named, Violations violations) {
        Path file = Files.isRegularFile(named.resolve(OF_A_RUN)) ? named.resolve(OF_A_RUN) : named;
        Layer layer = Layer.ofFile(file.toString());
        try {
            new ConfigFile(layer, violations).parse(new StringReader(RunFiles.readString(file, MOST_BYTES)));
        } catch (IOException e) {
            violations.add(
                    "--config",
                    file,
                    "must name a readable file ("
                            + (Files.isDirectory(file) ? "it is a folder without a " + OF_A_RUN : ShownText.reason(e))
                            + ")",
                    Files.isRegularFile(file)
                            ? "give a file of settings in UTF-8, such as a run's " + OF_A_RUN
                            : "check the path");
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
                refuseForm("must be a flat map of settings");
                return;
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String key = parser.currentName();
                parser.nextToken();
                entry(key, parser);
            }
            reportTheRest();
            if (parser.nextToken() != null) {
                refuseForm("must be one YAML document");
            }
        } catch (JsonProcessingException e) {
            refuseForm("must be YAML (" + RunFiles.place(e) + ")");
        }
    }

    private void refuseForm(String rule) {
        violations.add("--config", layer.source(), rule, "write lines such as 'num-envs: 16'");
    }

    /** Notes what is wrong with one line; only counts it where they are too many to read. */
    private void refuse(String name, String rule, Supplier<String> remedy) {
        if (refused++ < MOST_REPORTED) {
            violations.add(name, null, rule, remedy.get());
        }
    }

    private void reportTheRest() {
        violations.check(
                refused <= MOST_REPORTED,
                "--config",
                layer.source(),
                "must hold settings alone, and " + (refused - MOST_REPORTED) + " more of its lines are wrong",
                "check that this is the file you mean");
    }

    private void entry(String key, JsonParser parser) throws IOException {
        String name = ShownText.of(key, MOST_OF_A_KEY) + " (in " + layer.source() + ")";
        Optional<SettingSpec> setting = settings.find(key);
        if (!seen.add(key)) {
            refuse(name, "must be given once", () -> "remove all but one");
            parser.skipChildren();
        } else if (setting.isEmpty()) {
            unknown(key, name);
            parser.skipChildren();
        } else {
            value(setting.get(), name, parser);
        }
    }

    private void unknown(String key, String name) {
        refuse(
                name,
                "is not a setting",
                () -> ForeignFlags.missingModule(key)
                        .or(() -> settings.didYouMean(key))
                        .orElse("'hts train --help' lists the settings"));
    }

    private void value(SettingSpec setting, String name, JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_ARRAY && setting.type().takesList()) {
            list(setting, name, parser);
        } else if (token.isStructStart()) {
            refuse(name, "must be a single value", setting.type()::remedy);
            parser.skipChildren();
        } else if (token == JsonToken.VALUE_NULL) {
            refuse(name, "must have a value", () -> "give one, or remove the line to take the preset's");
        } else {
            layer.add(setting.key(), parser.getText());
        }
    }

    private void list(SettingSpec setting, String name, JsonParser parser) throws IOException {
        layer.addEmpty(setting.key());
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (parser.currentToken().isStructStart()) {
                refuse(name, "must be a list of single values", setting.type()::remedy);
                parser.skipChildren();
            } else {
                layer.add(setting.key(), parser.getText());
            }
        }
    }
}
