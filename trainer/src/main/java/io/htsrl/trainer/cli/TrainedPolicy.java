package io.htsrl.trainer.cli;

import io.htsrl.core.ConfigurationException;
import io.htsrl.core.Violations;
import io.htsrl.trainer.RunConfig;
import io.htsrl.trainer.checkpoint.CheckpointException;
import io.htsrl.trainer.checkpoint.CheckpointFile;
import io.htsrl.trainer.checkpoint.CheckpointFolder;
import io.htsrl.trainer.rundir.ModelFile;
import io.htsrl.trainer.rundir.RunReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Parameters of a recorded run. Immutable.
 *
 * @param config that they were learnt with
 * @param model  they and their place in the run
 * @param file   they are from
 */
record TrainedPolicy(RunConfig config, ModelFile.Model model, Path file) {

    /**
     * Reads a run's final parameters, or those of one of its checkpoints.
     *
     * @param interval of the checkpoint; null for the final parameters, or the newest checkpoint of a run that has none
     * @throws ConfigurationException when {@code folder} is no run, or has no such parameters
     * @throws CheckpointException    when the file is damaged
     */
    static TrainedPolicy load(Path folder, Long interval) {
        RunReader run = RunReader.open(folder);
        Layer layer = Layer.ofCommandLine().add(Setting.CONFIG, run.configFile().toString());
        RunConfig config = new ConfigResolver(layer, new Violations()).resolve().config();
        Path file = interval == null ? newest(folder) : checkpoint(folder, interval);
        return new TrainedPolicy(config, ModelFile.read(file, config), file);
    }

    /** The key of their evaluation, as in {@code evaluations.csv}. */
    long interval() {
        return model.version() - 1;
    }

    /** Whether they are those that the run ended with. */
    boolean isFinal() {
        return file.endsWith(ModelFile.NAME);
    }

    private static Path newest(Path folder) {
        Path model = folder.resolve(ModelFile.NAME);
        if (Files.exists(model)) {
            return model;
        }
        CheckpointFolder.Search search = checkpoints(folder).newestIntact();
        if (search.intact().isPresent()) {
            try (CheckpointFile newest = search.intact().get()) {
                return newest.path();
            }
        }
        if (!search.refused().isEmpty()) {
            throw search.refused().get(0);
        }
        throw refused("RUN", folder, "must hold parameters, and has neither " + ModelFile.NAME
                + ", which a run writes at its end, nor a checkpoint", "let the run end, or train with --checkpoint-every");
    }

    private static Path checkpoint(Path folder, long interval) {
        List<Path> files = checkpoints(folder).list();
        Path wanted = checkpoints(folder).file(interval);
        if (!files.contains(wanted)) {
            throw refused("--interval", interval, "must name one of the run's checkpoints", files.isEmpty()
                    ? "leave it out for the final parameters: this run has none"
                    : "give one of " + files.stream().map(file -> String.valueOf(CheckpointFolder.interval(file)))
                            .collect(Collectors.joining(", ")));
        }
        return wanted;
    }

    private static CheckpointFolder checkpoints(Path folder) {
        return new CheckpointFolder(CheckpointIdentity.folder(folder), 1);
    }

    private static ConfigurationException refused(String setting, Object value, String rule, String remedy) {
        return new ConfigurationException(new Violations().add(setting, value, rule, remedy));
    }
}
