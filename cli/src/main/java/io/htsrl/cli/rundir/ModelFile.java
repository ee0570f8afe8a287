package io.htsrl.cli.rundir;

import io.htsrl.checkpoints.CheckpointException;
import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointImage;
import io.htsrl.checkpoints.ParameterTensors;
import io.htsrl.checkpoints.disk.Disk;
import io.htsrl.cli.rundir.files.RunDirectoryException;
import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.MlpLayout;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * {@code model.safetensors}: a run's final parameters, one tensor of floats for each of {@link MlpLayout#tensors}; any
 * reader of the format shows them by name. Checkpoints hold their parameters under the same names. Stateless, any
 * thread.
 */
public final class ModelFile {
    /** In the run directory. */
    public static final String NAME = "model.safetensors";
    /** What the keys of metadata begin with that say what the network is. */
    public static final String NETWORK = "network.";
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
        network(config).forEach(image::metadata);
        ParameterTensors.add(image, "", config.tensors(), result.parameters());
        Path file = folder.resolve(NAME);
        try {
            CheckpointFile.write(disk, file, image);
        } catch (CheckpointException e) {
            throw new RunDirectoryException(file, e.getCause() instanceof IOException io ? io : new IOException(e));
        }
    }

    /**
     * Reads a model, or the parameters of a checkpoint, from the open file: its name may be another's meanwhile.
     *
     * @param config whose network it is
     * @throws CheckpointException when it is of another network
     */
    public static Model read(CheckpointFile model, RunConfig config) {
        return new Model(Long.parseLong(model.metadata(INTERVAL)),
                ParameterTensors.read(model, "", config.tensors()));
    }

    /**
     * What the metadata of models and checkpoints say of the network, behind {@link #NETWORK}, by the settings' names:
     * tensors show sizes alone, and networks of equal sizes can compute other things.
     */
    public static Map<String, String> network(RunConfig config) {
        Map<String, String> network = new LinkedHashMap<>();
        network.put(NETWORK + "env", config.env());
        network.put(NETWORK + "algo", config.algorithm().algorithm());
        network.put(NETWORK + "heads", config.algorithm().heads().name().toLowerCase(Locale.ROOT));
        EnvironmentSpec spec = config.ask(Environment::spec);
        network.put(NETWORK + "observations", spec.observationSpace().toString());
        network.put(NETWORK + "actions", actions(spec.actionSpace()));
        network.put(NETWORK + "frame-stack", Integer.toString(config.frameStack()));
        network.put(NETWORK + "network", config.network().network());
        if (config.network() instanceof MlpConfig mlp) {
            network.put(NETWORK + "hidden-sizes", mlp.hiddenSizes().toString());
            network.put(NETWORK + "activation", mlp.activation().name().toLowerCase(Locale.ROOT));
            network.put(NETWORK + "shared-torso", Boolean.toString(mlp.sharedTorso()));
        } else {
            network.put(NETWORK + "layers", config.network().description());
        }
        return network;
    }

    private static String actions(ActionSpace actions) {
        return actions instanceof ActionSpace.Continuous box
                ? "continuous " + Arrays.toString(box.low()) + " .. " + Arrays.toString(box.high())
                : "discrete " + ((ActionSpace.Discrete) actions).count();
    }

    /** Under an overlapped schedule the last bank is learnt from after the last interval. */
    private static long version(RunConfig config, TrainingResult result) {
        return result.timesteps() / config.pipeline().stepsPerInterval() + config.pipeline().schedule().trailingUpdates();
    }
}
