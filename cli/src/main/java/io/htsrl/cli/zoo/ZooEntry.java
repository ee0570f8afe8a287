package io.htsrl.cli.zoo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.htsrl.cli.rundir.DigestReader.DigestLine;
import io.htsrl.cli.rundir.JsonDocument;
import io.htsrl.cli.rundir.JsonDocument.JsonKind;
import io.htsrl.cli.rundir.LineFile;
import io.htsrl.cli.rundir.RunDirectoryException;
import io.htsrl.cli.rundir.RunFiles;
import io.htsrl.cli.rundir.RunOutcome;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.ShownText;
import io.htsrl.trainer.model.ModelFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/**
 * An entry of the zoo: settings, the software and machine of their runs, and of each seed the results and the digest
 * chain, thinned. A file {@code ID.yaml}; the model of its first seed, where it is small, is {@code ID.safetensors}
 * beside it. Its content is data of another person, as a run directory is. Immutable.
 *
 * @param software the manifest of the first run, without what is of this run alone
 * @param settings text of {@code config.yaml}, without the seed
 * @param runs one for each seed, at least one, in the order of the seeds
 * @param peers results that others report
 * @param model mark of the first seed's model; null where the entry has none
 */
public record ZooEntry(
        Path file, ObjectNode software, String settings, List<ZooRun> runs, List<Peer> peers, LineFile.Mark model) {
    /** Greedy episodes of each final policy that {@code hts zoo add} runs. */
    public static final int EPISODES = 100;

    static final String SUFFIX = ".yaml";

    static final int MOST_BYTES = 1 << 20;
    private static final Pattern POINT = Pattern.compile(
            "(\\d{1,18}) (\\d{1,18}) ([0-9a-f]{32})(?: (-?\\d{1,30}(?:\\.\\d{1,30})?(?:E-?\\d{1,2})?))?");
    private static final Map<String, JsonKind> FORM = new TreeMap<>(Map.of(
            "software", JsonKind.OBJECT,
            "settings", JsonKind.TEXT,
            "runs", JsonKind.OBJECTS,
            "peers", JsonKind.OBJECTS));
    private static final Map<String, JsonKind> FORM_OF_RUN = new TreeMap<>(Map.of(
            "seed", JsonKind.WHOLE,
            "timesteps", JsonKind.WHOLE,
            "wall_seconds", JsonKind.NUMBER,
            "evaluation_mean", JsonKind.NUMBER,
            "digest", JsonKind.TEXT,
            "chain", JsonKind.TEXT));

    /**
     * One run of the entry. Immutable.
     *
     * @param evaluation mean return of {@link #EPISODES} greedy episodes of its final policy
     * @param chain about 100 of its digests, the last ones included, in order
     * @param curve mean return of the last 100 training episodes by timesteps; empty in entries without
     */
    public record ZooRun(
            long seed,
            RunOutcome outcome,
            double evaluation,
            List<DigestLine> chain,
            NavigableMap<Double, Double> curve) {

        /** Returns the number of its intervals. */
        public long intervals() {
            DigestLine last = chain.get(chain.size() - 1);
            return last.closing() ? last.interval() : last.interval() + 1;
        }
    }

    /** A result that others report, and where. */
    public record Peer(double meanReturn, String source) {}

    /** @throws ConfigurationException when the file is not what {@code hts zoo add} writes */
    static ZooEntry read(Path file) {
        try {
            JsonNode document = new ObjectMapper(new YAMLFactory())
                    .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .readTree(RunFiles.readString(file, MOST_BYTES));
            return of(file, document);
        } catch (JsonProcessingException e) {
            throw refused(file, "must be YAML (" + RunFiles.place(e) + ")");
        } catch (IOException e) {
            throw refused(file, "must be a readable file (" + ShownText.reason(e) + ")");
        }
    }

    private static ZooEntry of(Path file, JsonNode document) {
        check(file, document, FORM, "");
        List<ZooRun> runs = new ArrayList<>();
        for (JsonNode run : document.path("runs")) {
            check(file, run, FORM_OF_RUN, " of a run");
            NavigableMap<Double, Double> curve = new TreeMap<>();
            List<DigestLine> chain = chain(file, run.path("chain").asText(), curve);
            if (!chain.get(chain.size() - 1).digest().equals(run.path("digest").asText())) {
                throw refused(file, "must have a run's digest as the last one of its chain");
            }
            runs.add(new ZooRun(
                    run.path("seed").asLong(),
                    RunOutcome.of(run),
                    run.path("evaluation_mean").asDouble(Double.NaN),
                    chain,
                    curve));
        }
        if (runs.isEmpty()) {
            throw refused(file, "must have a run");
        }
        JsonNode model = document.path("model");
        return new ZooEntry(
                file,
                (ObjectNode) document.path("software"),
                document.path("settings").asText(),
                List.copyOf(runs),
                peers(document.path("peers")),
                model.isObject()
                        ? new LineFile.Mark(
                                model.path("bytes").asLong(),
                                model.path("checksum").asText())
                        : null);
    }

    private static List<Peer> peers(JsonNode peers) {
        return StreamSupport.stream(peers.spliterator(), false)
                .map(peer -> new Peer(
                        peer.path("return").asDouble(Double.NaN),
                        ShownText.of(peer.path("source").asText())))
                .toList();
    }

    private static void check(Path file, JsonNode node, Map<String, JsonKind> form, String owner) {
        form.forEach((key, kind) -> {
            if (!kind.is(node.path(key))
                    && !(key.equals("peers") && node.path(key).isMissingNode())) {
                throw refused(file, "must have " + kind + " as " + key + owner);
            }
        });
    }

    /** The learning after the last interval, which adds no steps, is the chain's closing line. */
    private static List<DigestLine> chain(Path file, String text, Map<Double, Double> curve) {
        List<DigestLine> chain = new ArrayList<>();
        DigestLine before = new DigestLine(-1, 0, "", false);
        for (String line : text.lines().toList()) {
            Matcher point = POINT.matcher(line);
            if (point.matches()) {
                long steps = Long.parseLong(point.group(2));
                DigestLine read = new DigestLine(
                        Long.parseLong(point.group(1)), steps, point.group(3), steps == before.timesteps());
                if (!before.closing() && read.interval() > before.interval() && steps >= before.timesteps()) {
                    chain.add(read);
                    before = read;
                    if (point.group(4) != null) {
                        curve.put((double) steps, Double.valueOf(point.group(4)));
                    }
                    continue;
                }
            }
            throw refused(
                    file, "must have chains of interval, timesteps, digest and return, and has " + ShownText.of(line));
        }
        if (chain.isEmpty() || chain.get(0).closing()) {
            throw refused(file, "must have a digest in each chain");
        }
        return List.copyOf(chain);
    }

    private static ConfigurationException refused(Path file, String rule) {
        return new ConfigurationException("zoo entry", file, rule, "get the file again from where it was made");
    }

    /** Returns the name of its file. */
    public String id() {
        String name = file.getFileName().toString();
        return name.substring(0, name.length() - SUFFIX.length());
    }

    /** Returns a text such as {@code ppo-CartPole-v1: ppo on CartPole-v1, 5 seeds}. */
    String title() {
        return id() + ": " + algo() + " on " + env() + ", " + Numbers.count(runs.size(), "seed");
    }

    public String algo() {
        return ShownText.of(software.path("algo").asText());
    }

    public String env() {
        return ShownText.of(software.path("env").asText());
    }

    /** Returns each run's {@link ZooRun#evaluation}. */
    public double[] returns() {
        return runs.stream().mapToDouble(ZooRun::evaluation).toArray();
    }

    /** Returns each run's {@link ZooRun#curve}. */
    public List<NavigableMap<Double, Double>> curves() {
        return runs.stream().map(ZooRun::curve).toList();
    }

    /** @throws ConfigurationException when it has no run of {@code seed} */
    public ZooRun run(long seed) {
        return runs.stream().filter(run -> run.seed() == seed).findFirst().orElseThrow(() -> {
            String seeds = String.join(
                    ", ", runs.stream().map(run -> Long.toString(run.seed())).toList());
            return new ConfigurationException("--seed", seed, "must be a seed of " + id(), "give one of " + seeds);
        });
    }

    /**
     * Returns a temporary run directory with the settings and the manifest of a run, and with the model if
     * {@code withModel}.
     *
     * @throws ConfigurationException when the model is not there, or has another checksum
     */
    public RunReader unpack(ZooRun run, boolean withModel) {
        Path folder = null;
        try {
            Path parent = Files.createTempDirectory("hts-");
            folder = Files.createDirectory(parent.resolve(id()));
            parent.toFile().deleteOnExit(); // in the reverse order of these calls
            folder.toFile().deleteOnExit();
            write(folder.resolve(RunReader.CONFIG), settings + "seed: " + run.seed() + "\n");
            ObjectNode manifest = software.deepCopy().put("seed", run.seed());
            write(folder.resolve("manifest.json"), JsonDocument.pretty(manifest));
            if (withModel) {
                Path copy = folder.resolve(ModelFile.NAME);
                copy.toFile().deleteOnExit();
                Files.copy(checkedModel(), copy);
            }
            return RunReader.open(folder);
        } catch (IOException e) {
            throw new RunDirectoryException(folder == null ? file : folder, e);
        }
    }

    private static void write(Path copy, String text) throws IOException {
        copy.toFile().deleteOnExit();
        Files.writeString(copy, text);
    }

    /** Returns the name of an entry's model. */
    static String model(String id) {
        return id + ".safetensors";
    }

    private Path checkedModel() throws IOException {
        if (model == null) {
            throw new ConfigurationException(
                    "ID",
                    id(),
                    "must have a model, and this one was too large",
                    "choose another, or train the settings of 'hts zoo show " + id() + "'");
        }
        Path file = file().resolveSibling(model(id()));
        if (!Files.exists(file) || !LineFile.Mark.of(file).equals(model)) {
            throw refused(file, "must be the model that the entry's checksum is of");
        }
        return file;
    }
}
