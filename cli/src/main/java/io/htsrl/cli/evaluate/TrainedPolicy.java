package io.htsrl.cli.evaluate;

import io.htsrl.checkpoints.CheckpointException;
import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.rundir.RunReader.RunState;
import io.htsrl.cli.settings.ConfigResolver;
import io.htsrl.cli.settings.FileChoice;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.model.ModelFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * Parameters of a recorded run. Immutable.
 *
 * @param run its folder
 * @param config the configuration that they were trained with
 * @param model the parameters and their place in the run
 * @param intervals number of complete intervals of the run
 * @param file the file that they are from
 * @param warnings reasons why they may not be those that the user expects, as texts for people
 */
public record TrainedPolicy(
        Path run, RunConfig config, ModelFile.Model model, long intervals, Path file, List<String> warnings) {
    private static final String NO_MODEL = ", but its " + ModelFile.NAME + " is missing";

    /**
     * Reads a run's final parameters, or those of one of its checkpoints.
     *
     * @param interval interval of the checkpoint; null for the final parameters, or the newest checkpoint of a run
     *     without them
     * @param flags flags of the user, such as whether code that the run names may run
     * @throws ConfigurationException when {@code folder} is no run, has no such parameters, or has those of another
     *     network than that of its settings
     * @throws CheckpointException when the file is damaged
     */
    public static TrainedPolicy load(Path folder, Long interval, Layer flags) {
        return load(folder, newestOr(folder, interval), flags, false, opened -> {});
    }

    /**
     * Reads the best of the policies that a run has evaluated.
     *
     * @throws ConfigurationException also when it has evaluated none
     * @throws CheckpointException when the file is damaged
     */
    public static TrainedPolicy loadBest(Path folder, Layer flags) {
        return load(folder, (run, warnings) -> best(run), flags, false, opened -> {});
    }

    /** Reads the same as {@code loadBest} or {@code load} for a command that makes no environment, only its spaces. */
    static TrainedPolicy loadWithSpaces(Path folder, boolean best, Long interval) {
        return load(
                folder,
                best ? (run, warnings) -> best(run) : newestOr(folder, interval),
                Layer.ofCommandLine(),
                true,
                opened -> {});
    }

    /**
     * Reads as {@link #load(Path, Long, Layer)} does. The file is opened once, since a run under way may delete it.
     *
     * @param opened receives the file before it is read
     */
    static TrainedPolicy load(Path folder, Long interval, Consumer<Path> opened) {
        return load(folder, newestOr(folder, interval), Layer.ofCommandLine(), false, opened);
    }

    private static BiFunction<RunReader, List<String>, CheckpointFile> newestOr(Path folder, Long interval) {
        return (run, warnings) -> interval == null ? newest(run, warnings) : checkpoint(folder, interval);
    }

    private static TrainedPolicy load(
            Path folder,
            BiFunction<RunReader, List<String>, CheckpointFile> choice,
            Layer flags,
            boolean spacesAlone,
            Consumer<Path> opened) {
        RunReader run = RunReader.open(folder);
        ConfigResolver resolver =
                new ConfigResolver(FileChoice.of(flags, run.configFile()), new Violations()).ofRecordedRun();
        RunConfig config = (spacesAlone ? resolver.withSpaces(run.spaces()) : resolver)
                .resolve()
                .config();
        List<String> warnings = new ArrayList<>();
        try (CheckpointFile file = choice.apply(run, warnings)) {
            opened.accept(file.path());
            warnings.addAll(run.changes("config.yaml", file.path().getFileName().toString()));
            if (!saysItsNetwork(file, config, run)) {
                warnings.add(file.path() + " does not say what its network is, for an earlier version wrote it: "
                        + run.configFile() + " is taken at its word");
            }
            return new TrainedPolicy(
                    folder,
                    config,
                    ModelFile.read(file, config),
                    ModelFile.intervals(file, config),
                    file.path(),
                    List.copyOf(warnings));
        }
    }

    /**
     * Refuses parameters of another network than that of the run's settings, which may have the same shape. Returns
     * whether the file names its network: files of earlier versions do not.
     *
     * @throws ConfigurationException that names everything that differs
     */
    private static boolean saysItsNetwork(CheckpointFile parameters, RunConfig config, RunReader run) {
        Map<String, String> here = ModelFile.network(config);
        Map<String, String> there = new LinkedHashMap<>(parameters.metadata());
        there.keySet().removeIf(key -> !key.startsWith(ModelFile.NETWORK));
        Violations violations = new Violations();
        there.forEach((key, value) -> violations.check(
                value.equals(here.get(key)),
                key.substring(ModelFile.NETWORK.length()),
                here.get(key),
                "must be " + value + ", as in " + parameters.path(),
                "fix " + run.configFile()));
        String seed =
                parameters.metadata().getOrDefault("seed", parameters.metadata().get("setting.seed"));
        violations.check(
                seed == null || seed.equals(Long.toString(config.seed())),
                "seed",
                config.seed(),
                "must be " + seed + ", as in " + parameters.path(),
                "put the run's own file back");
        violations.throwIfAny();
        return !there.isEmpty();
    }

    /** Returns a title such as {@code ppo on CartPole-v1, runs/mine/model.safetensors}. */
    public String title() {
        return config.algorithm().algorithm() + " on " + config.env() + ", " + file;
    }

    /** Returns the final parameters, or else the newest that are whole; {@code warnings} then says so. */
    private static CheckpointFile newest(RunReader run, List<String> warnings) {
        RunState state = run.state(); // before the model: a run writes that first
        Path model = run.folder().resolve(ModelFile.NAME);
        if (Files.exists(model)) {
            return CheckpointFile.open(model);
        }
        CheckpointFolder.Search search = RunFolders.checkpoints(run.folder()).newestIntact();
        if (search.intact().isEmpty()) {
            throw search.refused().stream()
                    .<RuntimeException>map(e -> e)
                    .findFirst()
                    .orElseGet(() -> new ConfigurationException(
                            "RUN",
                            run.folder(),
                            "must hold parameters, and has neither " + ModelFile.NAME
                                    + ", which a run writes at its end, nor a checkpoint",
                            "let the run end, or train with --checkpoint-every"));
        }
        search.refused().forEach(damaged -> warnings.add(damaged.getMessage()));
        CheckpointFile newest = search.intact().get();
        warnings.add(run.folder() + " " + ending(state) + ": these are the parameters of its newest checkpoint"
                + (search.refused().isEmpty() ? "" : " that is whole") + ", "
                + newest.path().getFileName());
        return newest;
    }

    private static CheckpointFile best(RunReader run) {
        Path best = run.folder().resolve(ModelFile.BEST);
        if (!Files.exists(best)) {
            throw new ConfigurationException(
                    "--best",
                    run.folder(),
                    "needs a run that has evaluated policies, and this one has no " + ModelFile.BEST,
                    "leave it out for the final parameters, or train with --eval-every");
        }
        return CheckpointFile.open(best);
    }

    /** Returns the reason why no model exists. */
    private static String ending(RunState state) {
        return switch (state) {
            case FINISHED -> "has ended" + NO_MODEL;
            case STOPPED -> "was stopped" + NO_MODEL;
            case FAILED -> "failed before its end";
            case UNFINISHED -> "has not ended";
        };
    }

    private static CheckpointFile checkpoint(Path folder, long interval) {
        try {
            return CheckpointFile.open(RunFolders.checkpoint(folder, "--interval", interval));
        } catch (CheckpointException e) {
            RunFolders.checkpoint(folder, "--interval", interval); // the run may have deleted it since
            throw e;
        }
    }
}
