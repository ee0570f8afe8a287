package io.htsrl.cli.rundir;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.htsrl.checkpoints.CheckpointException;
import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.cli.rundir.JsonDocument.JsonKind;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.settings.AutoValue;
import io.htsrl.trainer.model.ModelFile;
import io.htsrl.trainer.model.RecordedSpaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * Reads the files that {@link RunDirectory} wrote, of a run that has ended or is still going. Every call reads its file
 * anew; a file that is missing, unreadable or malformed is refused with a {@link ConfigurationException}. Immutable,
 * any thread.
 */
public final class RunReader {
    /** Name of the file of all resolved settings, in the run directory. */
    public static final String CONFIG = "config.yaml";
    /** Most bytes of {@link #CONFIG}: parsers of YAML take a second for a few hundred thousand. */
    private static final int LONGEST_CONFIG = 1 << 17;
    /** The key of the setting that keeps all lines. */
    public static final String LOG_ALL = "log-all";

    private static final Set<String> GROWING =
            Set.of(RunDirectory.METRICS, RunDirectory.EPISODES, EvaluationsFile.NAME, RunLock.FILE);

    private final Path folder;

    private RunReader(Path folder) {
        this.folder = folder;
    }

    /** @throws ConfigurationException when {@code folder} is no run directory */
    public static RunReader open(Path folder) {
        Path config = folder.resolve(CONFIG);
        require(Files.exists(folder), folder, "there is no such folder", "check the path");
        require(Files.isDirectory(folder), folder, "this is a file", "give the folder it is in");
        String remedy = "give the folder that 'hts train' printed as its run dir";
        require(Files.exists(config), folder, "this folder holds no " + CONFIG, remedy);
        require(
                Files.isRegularFile(config),
                folder,
                "its " + CONFIG + " is no regular file",
                "check the run directory");
        return new RunReader(folder);
    }

    private static void require(boolean holds, Path folder, String what, String remedy) {
        if (!holds) {
            throw RunFiles.refused(folder, "must name a run directory, and " + what, remedy);
        }
    }

    public Path folder() {
        return folder;
    }

    /** Returns the file of all resolved settings, for {@code hts train --config}. */
    public Path configFile() {
        return folder.resolve(CONFIG);
    }

    /**
     * Returns all resolved settings by key, in the file's order, as text; the values of a list are joined with ", ".
     */
    public Map<String, String> settings() {
        return settings(read(new ObjectMapper(new YAMLFactory()), CONFIG, LONGEST_CONFIG));
    }

    /**
     * Returns a setting that is a whole number.
     *
     * @param defaultValue value where the file does not have it
     */
    public long number(String key, long defaultValue) {
        String text = settings().getOrDefault(key, Long.toString(defaultValue));
        if (!text.matches("-?\\d{1,18}")) {
            throw RunFiles.refused(
                    configFile(), "must have a whole number as " + key + ", and has " + text, RunFiles.COPY);
        }
        return Long.parseLong(text);
    }

    /** Returns the settings of a text that is to become {@link #configFile()}. */
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

    /** Returns the manifest: the run, its build and machine, and its command line. */
    public ObjectNode manifest() {
        return document(RunDirectory.MANIFEST, Manifest.FORM, Manifest.ALWAYS);
    }

    /**
     * Returns the spaces of its environment from its manifest or its newest parameters; makes no environment.
     *
     * @throws ConfigurationException where neither has them, as in a run of an earlier version without parameters
     */
    public EnvironmentSpec spaces() {
        String env = settings().getOrDefault("env", "");
        Map<String, String> texts = new LinkedHashMap<>();
        if (Files.exists(folder.resolve("manifest.json"))) {
            manifest()
                    .path(Manifest.SPACES)
                    .properties()
                    .forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
        }
        return RecordedSpaces.read(env, texts)
                .or(() -> spacesOfParameters(env))
                .orElseThrow(() -> RunFiles.refused(
                        folder,
                        "must say what its environment's spaces are, and an earlier version wrote it",
                        "give one that this version has written, or that has parameters"));
    }

    private Optional<EnvironmentSpec> spacesOfParameters(String env) {
        Path model = folder.resolve(ModelFile.NAME);
        try (CheckpointFile file = Files.exists(model)
                ? CheckpointFile.open(model)
                : RunFolders.checkpoints(folder)
                        .newestIntact()
                        .orThrow(() -> RunFiles.refused(folder, "must hold parameters", RunFiles.COPY))) {
            return RecordedSpaces.ofNetwork(env, file.metadata());
        } catch (ConfigurationException | CheckpointException e) {
            return Optional.empty();
        }
    }

    /** Returns the summary; empty where the run was killed, or is still going. */
    public Optional<JsonNode> summary() {
        Path file = folder.resolve(RunFolders.SUMMARY);
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        JsonNode summary = document(RunFolders.SUMMARY, Summary.FORM, Summary.ALWAYS);
        try {
            if (!Summary.isWhole(summary, RunFiles.readString(file))) {
                throw RunFiles.refused(file, "must have the checksum that it was written with", RunFiles.COPY);
            }
            return Optional.of(summary);
        } catch (IOException e) {
            throw RunFiles.unreadable(file, e);
        }
    }

    /** Returns the state in which the run ended. */
    public RunState state() {
        return summary()
                .map(summary -> summary.path("stopped").asBoolean()
                        ? RunState.STOPPED
                        : summary.has("error") ? RunState.FAILED : RunState.FINISHED)
                .orElse(RunState.UNFINISHED);
    }

    /** Returns a reader of {@code metrics.jsonl} from its start; to be closed. */
    public MetricsReader metricsReader() {
        return new MetricsReader(folder.resolve(RunDirectory.METRICS));
    }

    /** Returns all lines of {@code metrics.jsonl}. */
    public List<JsonNode> metrics() {
        List<JsonNode> lines = new ArrayList<>();
        try (MetricsReader reader = metricsReader()) {
            for (JsonNode line = reader.next(); line != null; line = reader.next()) {
                lines.add(line);
            }
        }
        return lines;
    }

    /** Returns a reader of {@code episodes.csv} from its start; to be closed. */
    public EpisodesReader episodes() {
        return new EpisodesReader(folder.resolve(RunDirectory.EPISODES));
    }

    /**
     * Returns a sentence for each of these files that has changed since the run ended; none for a run that failed. For
     * a run without a summary one sentence names the files that are written line by line, since lines may be missing.
     */
    public List<String> changes(String... names) {
        Optional<JsonNode> summary = summary();
        if (summary.isEmpty()) {
            return unproved(names);
        }
        List<String> changes = new ArrayList<>();
        for (String name : names) {
            Path file = folder.resolve(name);
            try {
                if (!Summary.fits(summary.get(), name, file)) {
                    changes.add(file + " is not what it was when the run ended: what is read of it may be wrong; "
                            + RunFiles.COPY);
                }
            } catch (IOException e) {
                throw RunFiles.unreadable(file, e);
            }
        }
        return List.copyOf(changes);
    }

    private List<String> unproved(String... names) {
        String growing = Arrays.stream(names).filter(GROWING::contains).collect(Collectors.joining(", "));
        return growing.isEmpty()
                ? List.of()
                : List.of(folder + " has no " + RunFolders.SUMMARY
                        + ", so it was killed or is still running: no checksum " + "proves that " + growing
                        + " has all its lines; let the run end, or 'hts resume' it");
    }

    /** Returns the last digest in the summary of a run that finished, or was stopped in order. */
    Optional<String> result() {
        return summary()
                .filter(summary -> !summary.has("error"))
                .map(summary -> summary.path("digest").asText());
    }

    /** Returns a reader of the digest chain from its start; to be closed. */
    public DigestReader digests() {
        return new DigestReader(folder.resolve(RunLock.FILE), thinning());
    }

    /** Returns which lines the run writes: all of them for a run of a version without thinning. */
    private Thinning thinning() {
        return "false".equals(settings().get(LOG_ALL)) ? Thinning.DOUBLING : Thinning.NONE;
    }

    private ObjectNode document(String name, Map<String, JsonKind> form, Set<String> always) {
        ObjectNode document = read(new ObjectMapper(), name, RunFiles.LONGEST);
        form.forEach((key, kind) -> {
            JsonNode value = document.path(key);
            if (value.isMissingNode() ? always.contains(key) : !kind.is(value)) {
                throw RunFiles.refused(folder.resolve(name), "must have " + kind + " as " + key, RunFiles.COPY);
            }
        });
        return document;
    }

    private ObjectNode read(ObjectMapper mapper, String name, int most) {
        Path file = folder.resolve(name);
        try {
            JsonNode node = mapper.enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .readTree(RunFiles.readString(file, most));
            if (node instanceof ObjectNode document) {
                return document;
            }
            throw RunFiles.refused(file, "must hold names and values", RunFiles.COPY);
        } catch (JsonProcessingException e) {
            throw RunFiles.refused(file, "must be what 'hts train' wrote (" + RunFiles.place(e) + ")", RunFiles.COPY);
        } catch (IOException e) {
            throw RunFiles.unreadable(file, e);
        }
    }

    /** State in which a run ended, as far as its directory shows. */
    public enum RunState {
        /** The run finished. */
        FINISHED,
        /** The run was stopped early on request. */
        STOPPED,
        /** The run failed, and recorded the failure. */
        FAILED,
        /** The run has no summary: it was killed, or it is still going. */
        UNFINISHED
    }
}
