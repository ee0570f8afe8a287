package io.htsrl.trainer.rundir;

import io.htsrl.policies.MlpLayout;
import io.htsrl.trainer.RunConfig;
import io.htsrl.trainer.TrainingResult;
import io.htsrl.trainer.checkpoint.CheckpointException;
import io.htsrl.trainer.checkpoint.CheckpointFile;
import io.htsrl.trainer.checkpoint.CheckpointImage;
import io.htsrl.trainer.checkpoint.ParameterTensors;
import io.htsrl.trainer.disk.Disk;
import java.io.IOException;
import java.nio.file.Path;

/**
 * {@code model.safetensors}: a run's final parameters, one tensor of floats for each of {@link MlpLayout#tensors}; any
 * reader of the format shows them by name. Checkpoints hold their parameters under the same names. Stateless, any
 * thread.
 */
public final class ModelFile {
    /** In the run directory. */
    public static final String NAME = "model.safetensors";
    /** Key of the metadata: k of φ_k, as in checkpoints. */
    private static final String INTERVAL = "interval";

    /**
     * Parameters and their place in the run.
     *
     * @param version k of these φ_k
     */
    public record Model(long version, float[] parameters) {
    }

    private ModelFile() {
    }

    /** @throws RunDirectoryException when it cannot be written; nothing of it is left then */
    static void write(Disk disk, Path folder, RunConfig config, TrainingResult result) {
        CheckpointImage image = new CheckpointImage().begin()
                .metadata("algo", config.algorithm().algorithm()).metadata("env", config.env())
                .metadata("seed", Long.toString(config.seed()))
                .metadata(INTERVAL, Long.toString(version(config, result)))
                .metadata("timesteps", Long.toString(result.timesteps()));
        ParameterTensors.add(image, "", config.tensors(), result.parameters());
        Path file = folder.resolve(NAME);
        try {
            CheckpointFile.write(disk, file, image);
        } catch (CheckpointException e) {
            throw new RunDirectoryException(file, e.getCause() instanceof IOException io ? io : new IOException(e));
        }
    }

    /**
     * Reads a model, or the parameters of a checkpoint.
     *
     * @param config whose network it is
     * @throws CheckpointException when it cannot be read, is damaged, or is of another network
     */
    public static Model read(Path file, RunConfig config) {
        try (CheckpointFile model = CheckpointFile.open(file)) {
            return new Model(Long.parseLong(model.metadata(INTERVAL)),
                    ParameterTensors.read(model, "", config.tensors()));
        }
    }

    /** Under an overlapped schedule the last bank is learnt from after the last interval. */
    private static long version(RunConfig config, TrainingResult result) {
        return result.timesteps() / config.pipeline().stepsPerInterval() + config.pipeline().schedule().trailingUpdates();
    }
}
