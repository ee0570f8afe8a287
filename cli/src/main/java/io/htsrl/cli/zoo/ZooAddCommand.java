package io.htsrl.cli.zoo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import io.htsrl.cli.command.PlainCommand;
import io.htsrl.cli.evaluate.TrainedPolicy;
import io.htsrl.cli.rundir.DigestReader;
import io.htsrl.cli.rundir.DigestReader.DigestLine;
import io.htsrl.cli.rundir.JsonDocument;
import io.htsrl.cli.rundir.LineFile;
import io.htsrl.cli.rundir.Manifest;
import io.htsrl.cli.rundir.RunDirectoryException;
import io.htsrl.cli.rundir.RunFacts;
import io.htsrl.cli.rundir.RunFiles;
import io.htsrl.cli.rundir.RunGroup;
import io.htsrl.cli.rundir.RunOutcome;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.rundir.RunReader.RunState;
import io.htsrl.cli.rundir.WholeFile;
import io.htsrl.cli.settings.CliSettings;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.evaluation.EpisodeRunner;
import io.htsrl.trainer.evaluation.EvaluationPolicy;
import io.htsrl.trainer.evaluation.Sample;
import io.htsrl.trainer.model.ModelFile;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hts zoo add}: makes an entry of finished runs. One thread. */
@Command(
        name = "add",
        header = "Makes an entry of finished runs that differ in their seeds alone.",
        footer = "  hts zoo add runs/mine --out zoo")
final class ZooAddCommand extends PlainCommand {
    private static final long MOST_BYTES_OF_A_MODEL = 200_000;

    @Parameters(arity = "1..*", paramLabel = "RUN", description = "A run directory, or the folder of a sweep.")
    private List<Path> folders;

    @Option(names = "--out", paramLabel = "DIR", description = "Folder of the entry. Default: zoo.")
    private Path out = Path.of("zoo");

    @Option(names = "--id", paramLabel = "NAME", description = "Name of the entry. Default: ALGO-ENV.")
    private String id;

    @Override
    public Integer call() {
        List<RunReader> runs = folders.stream()
                .flatMap(folder -> RunGroup.runs(folder).stream())
                .sorted(Comparator.comparingLong(run -> run.number("seed", 0)))
                .toList();
        EntryBuilder entry = new EntryBuilder(runs).check();
        String name = id == null ? entry.id() : id;
        Path file = out.resolve(name + ZooEntry.SUFFIX);
        if (!name.matches("\\w[\\w.-]{0,100}") || Files.exists(file)) {
            throw new ConfigurationException(
                    "--id",
                    name,
                    "must be a new name of letters, digits, dots and dashes in " + out,
                    "give another one");
        }
        try {
            Files.createDirectories(out);
            String text = entry.text(copyModel(runs.get(0).folder(), name));
            Violations.require(
                    text.length() <= ZooEntry.MOST_BYTES,
                    "RUN",
                    runs.size() + " runs",
                    "must give an entry of at most " + ZooEntry.MOST_BYTES + " bytes, and give " + text.length(),
                    "make entries of fewer runs");
            WholeFile.write(file, text);
        } catch (IOException e) {
            throw new RunDirectoryException(out, e);
        }
        out().println(ZooEntry.read(file).title() + ": " + file);
        out().flush();
        return ExitCode.OK;
    }

    /** Copies a small model beside the entry, and returns its mark; null for a large one. */
    private LineFile.Mark copyModel(Path run, String name) throws IOException {
        Path model = run.resolve(ModelFile.NAME);
        if (!Files.isRegularFile(model) || Files.size(model) > MOST_BYTES_OF_A_MODEL) {
            return null;
        }
        Path copy = out.resolve(ZooEntry.model(name));
        Files.copy(model, copy, StandardCopyOption.REPLACE_EXISTING);
        return LineFile.Mark.of(copy);
    }

    /** Makes an entry of finished runs that differ in their seeds alone. One thread. */
    private static final class EntryBuilder {
        private static final int POINTS = 100;
        private static final String SEED = "seed";
        /** Options that are paths of Python and of games, which other machines have elsewhere. */
        private static final List<String> PLACES = List.of("python", "rom-dir");

        private static final List<String> SOFTWARE =
                List.of("hts_rl", "libraries", "backend", Manifest.ENVIRONMENT_SOFTWARE);
        /** Keys of the manifest that concern one run alone, or a check that the entry's reader repeats. */
        private static final List<String> OF_ONE_RUN = List.of(
                SEED, "command_line", "threads", "checkpoints", "environment_check", "self_check", Manifest.RESUMED);

        private final List<RunReader> runs;
        private final Map<String, String> settings;
        private final ObjectNode manifest;

        /** @param runs at least one, in the order of their seeds */
        EntryBuilder(List<RunReader> runs) {
            this.runs = List.copyOf(runs);
            this.settings = runs.get(0).settings();
            this.manifest = runs.get(0).manifest();
        }

        /** @throws io.htsrl.core.error.ConfigurationException with everything that keeps a run out of the zoo */
        EntryBuilder check() {
            Violations violations = new Violations();
            Set<String> seeds = new HashSet<>();
            for (RunReader run : runs) {
                check(run, violations);
                checkAlike(run, violations);
                String seed = run.settings().get(SEED);
                require(seeds.add(seed), run, "must have a seed of its own, and another has " + seed, violations);
            }
            violations.throwIfAny();
            return this;
        }

        private static void require(boolean holds, RunReader run, String rule, Violations violations) {
            violations.check(holds, "RUN", run.folder(), rule, "leave it out, or train it again");
        }

        private static void check(RunReader run, Violations violations) {
            Map<String, String> own = run.settings();
            ObjectNode its = run.manifest();
            try (DigestReader digests = run.digests()) {
                RunFacts facts = RunFacts.of(run, digests.readRest());
                boolean ended =
                        facts.state() == RunState.FINISHED && facts.extent().intervals() > 0;
                require(ended, run, "must have finished, and " + facts.ending(), violations);
            }
            boolean allowed = Boolean.parseBoolean(own.get("allow-nondeterminism"));
            require(
                    its.path("deterministic").asBoolean() && !allowed,
                    run,
                    "must promise bits, and promises "
                            + (allowed
                                    ? "none with --allow-nondeterminism"
                                    : its.path("reproducibility").asText()),
                    violations);
            require(its.path(Manifest.FORKS).isEmpty(), run, "must not be a fork", violations);
            require(!own.containsKey("init-from"), run, "must begin with parameters of its seed", violations);
            boolean foreign = !Environments.foreignCode(own.getOrDefault("env", ""), options(own))
                    .isEmpty();
            require(!foreign, run, "must run an environment that others have, and runs code of yours", violations);
            run.changes(RunReader.CONFIG, "manifest.json", "digests.jsonl")
                    .forEach(change -> require(false, run, "must be unchanged: " + change, violations));
        }

        /** Returns the options of the environment, but for {@link #PLACES}. */
        private static Map<String, String> options(Map<String, String> settings) {
            Map<String, String> options = new TreeMap<>();
            for (String option : settings.getOrDefault("env-option", "").split(", ")) {
                String[] parts = option.split("=", 2);
                if (parts.length == 2 && !PLACES.contains(parts[0])) {
                    options.put(parts[0], parts[1]);
                }
            }
            return options;
        }

        private void checkAlike(RunReader run, Violations violations) {
            String different = String.join(", ", CliSettings.differing(settings, run.settings()));
            require(
                    different.isEmpty(),
                    run,
                    "must have the first run's settings but for the seed, and differs in " + different,
                    violations);
            ObjectNode its = run.manifest();
            String other = SOFTWARE.stream()
                    .filter(name -> !its.path(name).equals(manifest.path(name)))
                    .collect(Collectors.joining(", "));
            require(other.isEmpty(), run, "must have the first run's software, and differs in " + other, violations);
        }

        /** Returns a name such as {@code ppo-CartPole-v1}. */
        String id() {
            return (settings.get("algo") + "-" + settings.get("env")).replaceAll("[^\\w.-]", "-");
        }

        /**
         * Returns the text of the entry.
         *
         * @param model mark of the first run's model; null to leave it out
         */
        String text(LineFile.Mark model) throws IOException {
            Map<String, Object> map = new LinkedHashMap<>();
            ObjectNode software = manifest.deepCopy().without(OF_ONE_RUN);
            software.withObject("/java").remove(List.of("flags", "max_heap_bytes"));
            map.put("software", software);
            map.put("settings", settingsText());
            if (model != null) {
                map.put("model", JsonDocument.object("bytes", model.length(), "checksum", model.checksum()));
            }
            List<Object> all = new ArrayList<>();
            for (RunReader run : runs) {
                Map<String, Object> one = new LinkedHashMap<>();
                one.put(SEED, run.number(SEED, 0));
                one.putAll(RunOutcome.read(run.folder(), Double.NaN).json());
                one.values().removeIf(value -> value == null);
                one.put("evaluation_mean", evaluated(TrainedPolicy.load(run.folder(), null, Layer.ofCommandLine())));
                one.put("chain", chain(run));
                all.add(one);
            }
            map.put("runs", all);
            return yaml(map);
        }

        /** Returns the mean return of greedy episodes of a final policy: what {@code hts evaluate} finds. */
        private static double evaluated(TrainedPolicy trained) {
            RunConfig config = trained.config();
            try (EpisodeRunner runner = new EpisodeRunner(config, EvaluationPolicy.GREEDY, ZooEntry.EPISODES)) {
                return Sample.mean(runner
                        .run(
                                trained.model().parameters(),
                                EpisodeRunner.stream(config.seed(), trained.intervals()),
                                ZooEntry.EPISODES,
                                () -> {})
                        .stream()
                        .mapToDouble(Episode::ret)
                        .toArray());
            }
        }

        private static String yaml(Map<String, Object> map) throws JsonProcessingException {
            return new ObjectMapper(YAMLFactory.builder()
                            .enable(YAMLGenerator.Feature.LITERAL_BLOCK_STYLE)
                            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                            .build())
                    .writeValueAsString(map);
        }

        private String settingsText() throws IOException {
            return RunFiles.readString(runs.get(0).configFile())
                    .lines()
                    .filter(line -> !line.isEmpty() && !line.startsWith("#") && !line.startsWith(SEED + ":"))
                    .map(line -> line.startsWith("env-option:") ? withoutPlaces(line) : line)
                    .map(line -> line + "\n")
                    .collect(Collectors.joining());
        }

        private static String withoutPlaces(String options) {
            return options.replaceAll("\"(" + String.join("|", PLACES) + ")=[^\"]*\"(, )?", "")
                    .replace(", ]", "]");
        }

        /**
         * Returns about {@link #POINTS} lines of interval, timesteps, digest and the return of the last 100 episodes by
         * then, with the last ones.
         */
        private static String chain(RunReader run) {
            NavigableMap<Long, String> returns = new TreeMap<>();
            for (JsonNode line : run.metrics()) {
                float mean = line.path("mean_return_100").floatValue();
                if (line.path("mean_return_100").isNumber() && Float.isFinite(mean)) {
                    returns.put(line.path("timesteps").asLong(), " " + mean);
                }
            }
            StringBuilder text = new StringBuilder();
            long intervals;
            try (DigestReader digests = run.digests()) {
                intervals = digests.readRest().intervals();
            }
            long spacing = (intervals + POINTS - 1) / POINTS;
            long due = spacing;
            try (DigestReader digests = run.digests()) {
                for (DigestLine line = digests.next(); line != null; line = digests.next()) {
                    long number = line.interval() + 1;
                    if (number >= due || number >= intervals) {
                        Map.Entry<Long, String> mean = returns.floorEntry(line.timesteps());
                        text.append(line.interval() + " " + line.timesteps() + " " + line.digest()
                                + (mean == null ? "" : mean.getValue()) + "\n");
                        due = number + spacing;
                    }
                }
            }
            return text.toString();
        }
    }
}
