package io.htsrl.cli.rundir;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.htsrl.cli.rundir.files.RunFiles;
import io.htsrl.cli.rundir.files.Thinning;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.settings.AutoValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * Reads what {@link RunDirectory} wrote, of a run that has ended or is still going. Every call reads its file anew;
 * what is missing, unreadable or malformed is refused with a {@link ConfigurationException}. Immutable, any thread.
 */
public final class RunReader {
    private static final String CONFIG = "config.yaml";
    /** The key of the setting that keeps all lines. */
    public static final String LOG_ALL = "log-all";

    private final Path folder;

    private RunReader(Path folder) {
        this.folder = folder;
    }

    /** @throws ConfigurationException when {@code folder} is no run directory */
    public static RunReader open(Path folder) {
        if (!Files.exists(folder)) {
            throw RunFiles.refused(folder, "must name a run directory, and there is no such folder", "check the path");
        }
        if (!Files.isDirectory(folder)) {
            throw RunFiles.refused(folder, "must name a run directory, and this is a file", "give the folder it is in");
        }
        if (!Files.exists(folder.resolve(CONFIG))) {
            throw RunFiles.refused(
                    folder,
                    "must name a run directory, and this folder holds no " + CONFIG,
                    "give the folder that 'hts train' printed as its run dir");
        }
        if (!Files.isRegularFile(folder.resolve(CONFIG))) {
            throw RunFiles.refused(
                    folder,
                    "must name a run directory, and its " + CONFIG + " is no regular file",
                    "check the run directory");
        }
        return new RunReader(folder);
    }

    public Path folder() {
        return folder;
    }

    /** The file of all resolved settings, for {@code hts train --config}. */
    public Path configFile() {
        return folder.resolve(CONFIG);
    }

    /** All resolved settings by key, in the file's order, as text; the values of a list are joined with ", ". */
    public Map<String, String> settings() {
        return settings(read(new ObjectMapper(new YAMLFactory()), CONFIG));
    }

    /** The settings of a text that is to become {@link #configFile()}. */
    public Map<String, String> settings(String yaml) {
        try {
            return settings(new ObjectMapper(new YAMLFactory()).readTree(yaml));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("no YAML: " + yaml, e);
        }
    }

    private Map<String, String> settings(JsonNode config) {
        Map<String, String> settings = new LinkedHashMap<>();
        config.properties().forEach(entry -> settings.put(entry.getKey(), text(entry.getKey(), entry.getValue())));
        return settings;
    }

    private String text(String key, JsonNode value) {
        if (value.isObject()) {
            throw RunFiles.refused(
                    configFile(), "must hold single values and lists, and " + key + " has names in it", RunFiles.COPY);
        }
        return value.isArray()
                ? StreamSupport.stream(value.spliterator(), false)
                        .map(JsonNode::asText)
                        .collect(Collectors.joining(", "))
                : AutoValue.inForce(value.asText());
    }

    /** What ran, on what, started how. */
    public JsonNode manifest() {
        return read(new ObjectMapper(), "manifest.json");
    }

    /** How it ended; empty where it was killed, or is still going. */
    public Optional<JsonNode> summary() {
        return Files.exists(folder.resolve("summary.json"))
                ? Optional.of(read(new ObjectMapper(), "summary.json"))
                : Optional.empty();
    }

    /** How it ended, in a word. */
    public RunState state() {
        return summary()
                .map(summary -> summary.path("stopped").asBoolean()
                        ? RunState.STOPPED
                        : summary.has("error") ? RunState.FAILED : RunState.FINISHED)
                .orElse(RunState.UNFINISHED);
    }

    /** The lines of {@code metrics.jsonl}, but for one that is still being written. */
    public List<JsonNode> metrics() {
        Path file = folder.resolve("metrics.jsonl");
        ObjectMapper mapper = new ObjectMapper();
        List<JsonNode> lines = new ArrayList<>();
        try {
            String text = RunFiles.readString(file);
            for (String line :
                    text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
                lines.add(mapper.readTree(line));
            }
        } catch (IOException e) {
            throw RunFiles.unreadable(file, e);
        }
        return lines;
    }

    /** The last digest of a run that came to its end, or to an orderly stop, as its summary tells it. */
    Optional<String> result() {
        return summary()
                .filter(summary -> !summary.has("error"))
                .map(summary -> summary.path("digest").asText());
    }

    /** The digest chain, from its start; to be closed. */
    public DigestReader digests() {
        return new DigestReader(folder.resolve(RunLock.FILE), thinning());
    }

    /** Which lines the run writes; all of them where it is of a version that knew of nothing else. */
    private Thinning thinning() {
        return "false".equals(settings().get(LOG_ALL)) ? Thinning.DOUBLING : Thinning.NONE;
    }

    private JsonNode read(ObjectMapper mapper, String name) {
        Path file = folder.resolve(name);
        try {
            JsonNode node = mapper.enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
                    .readTree(RunFiles.readAllBytes(file));
            if (!node.isObject()) {
                throw RunFiles.refused(file, "must hold names and values", RunFiles.COPY);
            }
            return node;
        } catch (JsonProcessingException e) {
            throw RunFiles.refused(
                    file,
                    "must be what 'hts train' wrote (line "
                            + (e.getLocation() == null ? "?" : e.getLocation().getLineNr()) + ": "
                            + e.getOriginalMessage().lines().findFirst().orElse("")
                            + ")",
                    RunFiles.COPY);
        } catch (IOException e) {
            throw RunFiles.unreadable(file, e);
        }
    }
}
