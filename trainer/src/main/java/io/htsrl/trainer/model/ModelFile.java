package io.htsrl.trainer.model;

import io.htsrl.checkpoints.CheckpointException;
import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointImage;
import io.htsrl.checkpoints.Disk;
import io.htsrl.checkpoints.ParameterTensors;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ActionValues;
import io.htsrl.policies.acting.ImplicitConfig;
import io.htsrl.policies.acting.TableConfig;
import io.htsrl.policies.network.ConvConfig;
import io.htsrl.policies.network.MemoryConfig;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.MlpLayout;
import io.htsrl.policies.network.Tensor;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.EvaluationRecord;
import io.htsrl.trainer.report.TrainingResult;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * {@code model.safetensors}: a run's final parameters, one tensor of floats for each of {@link MlpLayout#tensors}; any
 * reader of the format shows them by name. Checkpoints hold their parameters under the same names. Stateless, any
 * thread.
 */
public final class ModelFile {
    /** Name of the file in the run directory. */
    public static final String NAME = "model.safetensors";
    /** Name of the file with the parameters of the best evaluated policy, in the run directory. */
    public static final String BEST = "best.safetensors";
    /** Prefix of the metadata keys that describe the network. */
    public static final String NETWORK = "network.";

    private static final String INTERVAL = CheckpointFile.INTERVAL;
    /** Key for k of φ_k in models, which is one more where learning lags behind. In checkpoints it is the interval. */
    private static final String VERSION = "parameters-version";

    private static final String TIMESTEPS = "timesteps";

    /**
     * Parameters and their version in the run.
     *
     * @param version k of these φ_k
     */
    public record Model(long version, float[] parameters) {}

    private ModelFile() {}

    /**
     * Writes a run's final parameters.
     *
     * @throws CheckpointException when it cannot be written; nothing of it is left then
     */
    public static void write(Disk disk, Path file, RunConfig config, TrainingResult result) {
        write(
                disk,
                file,
                config,
                config.ask(Environment::spec),
                new Model(version(config, result), result.parameters()),
                result.timesteps());
    }

    /**
     * Writes the parameters of an evaluated policy, and the result of its evaluation.
     *
     * @param spec of the run's environment
     * @throws CheckpointException when it cannot be written; an earlier file is kept
     */
    public static void writeEvaluated(
            Disk disk, Path file, RunConfig config, EnvironmentSpec spec, EvaluationRecord evaluated, Model model) {
        CheckpointImage image = image(config, spec, model, evaluated.timestep())
                .metadata("evaluation.mean-return", Double.toString(evaluated.meanReturn()))
                .metadata(
                        "evaluation.episodes",
                        Integer.toString(evaluated.episodes().size()))
                .metadata("evaluation.policy", evaluated.policy());
        CheckpointFile.write(disk, file, image);
    }

    /**
     * Writes parameters with all that is needed to act with them.
     *
     * @param spec of the environment that they act in
     * @param timesteps that they were learnt in, over all replicas
     * @throws CheckpointException when it cannot be written; nothing of it is left then
     */
    public static void write(
            Disk disk, Path file, RunConfig config, EnvironmentSpec spec, Model model, long timesteps) {
        CheckpointFile.write(disk, file, image(config, spec, model, timesteps));
    }

    private static CheckpointImage image(RunConfig config, EnvironmentSpec spec, Model model, long timesteps) {
        CheckpointImage image = new CheckpointImage()
                .begin()
                .metadata("algo", config.algorithm().algorithm())
                .metadata("env", config.env())
                .metadata("seed", Long.toString(config.seed()))
                .metadata(INTERVAL, Long.toString(intervals(model, config, timesteps)))
                .metadata(VERSION, Long.toString(model.version()))
                .metadata(TIMESTEPS, Long.toString(timesteps));
        network(config, spec).forEach(image::metadata);
        RecordedSettings.of(config).forEach(image::metadata);
        ParameterTensors.add(image, "", config.policy(spec).tensors(), model.parameters());
        return image;
    }

    /**
     * Reads a model, or the parameters of a checkpoint, from the open file: its name may belong to another file
     * meanwhile.
     *
     * @param config whose network it is
     * @throws CheckpointException when it is of another network
     */
    public static Model read(CheckpointFile model, RunConfig config) {
        return read(model, config.tensors());
    }

    /**
     * Returns the environment steps that the parameters were learnt in; 0 for a checkpoint, which does not record them.
     */
    public static long timesteps(CheckpointFile model) {
        return model.metadata().containsKey(TIMESTEPS) ? model.number(TIMESTEPS) : 0;
    }

    /** Reads a model with known tensors. */
    public static Model read(CheckpointFile model, List<Tensor> tensors) {
        long version = model.number(model.metadata().containsKey(VERSION) ? VERSION : INTERVAL);
        return new Model(version, ParameterTensors.read(model, "", tensors));
    }

    /**
     * Returns the number of complete intervals of its run, for a model or a checkpoint.
     *
     * @param timesteps that it was learnt in; 0 if unknown
     */
    public static long intervals(Model model, RunConfig config, long timesteps) {
        return timesteps == 0 ? model.version() : timesteps / config.pipeline().stepsPerInterval();
    }

    /** Returns the number of complete intervals of a file's run. */
    public static long intervals(CheckpointFile file, RunConfig config) {
        return timesteps(file) == 0
                ? file.number(INTERVAL)
                : timesteps(file) / config.pipeline().stepsPerInterval();
    }

    /**
     * Returns the network description in the metadata of models and checkpoints, behind {@link #NETWORK}, by the
     * settings' names: tensors show sizes alone, and networks of equal sizes can compute other things.
     */
    public static Map<String, String> network(RunConfig config) {
        return network(config, config.ask(Environment::spec));
    }

    /** Returns the network description for a given environment. */
    public static Map<String, String> network(RunConfig config, EnvironmentSpec spec) {
        Map<String, String> network = new LinkedHashMap<>();
        network.put(NETWORK + "env", config.env());
        network.put(NETWORK + "algo", config.algorithm().algorithm());
        network.put(NETWORK + "heads", config.algorithm().heads().name().toLowerCase(Locale.ROOT));
        RecordedSpaces.of(spec).forEach((name, text) -> {
            // networks other than a table read one-hot observations as any floats
            if (!name.equals(RecordedSpaces.ONE_HOT) || config.network() instanceof TableConfig) {
                network.put(NETWORK + name, text);
            }
        });
        network.put(NETWORK + "action-head", config.head(spec).name());
        if (config.head(spec) instanceof ActionValues values
                && values.distribution().isUsed()) {
            network.put(NETWORK + "atoms", values.distribution() + (values.dueling() ? ", dueling" : ""));
        }
        network.put(NETWORK + "frame-stack", Integer.toString(config.frameStack()));
        network.put(NETWORK + "network", config.network().network());
        if (config.network().torso() instanceof MlpConfig mlp) {
            network.put(NETWORK + "hidden-sizes", mlp.hiddenSizes().toString());
            network.put(NETWORK + "activation", mlp.activation().toString());
            network.put(NETWORK + "shared-torso", Boolean.toString(mlp.sharedTorso()));
            mlp.policyHiddenSizes().ifPresent(s -> network.put(NETWORK + "policy-hidden-sizes", s.toString()));
            mlp.valueHiddenSizes().ifPresent(s -> network.put(NETWORK + "value-hidden-sizes", s.toString()));
            if (mlp.layerNorm()) {
                network.put(NETWORK + "layer-norm", "true");
            }
            if (mlp.batchNorm()) {
                network.put(NETWORK + "batch-norm", "true");
            }
        } else {
            network.put(NETWORK + "layers", config.network().description());
            if (config.network().torso() instanceof ConvConfig) {
                network.put(NETWORK + "activation", "relu");
            }
        }
        MemoryConfig memory = config.network().memory();
        if (memory.memory() != MemoryConfig.Kind.NONE) {
            network.put(NETWORK + "memory", memory.memory() + " " + memory.memorySize());
        }
        if (config.algorithm().withOwnLayers(config.network()) instanceof ImplicitConfig implicit) {
            network.put(
                    NETWORK + "implicit-quantiles",
                    "mean of " + implicit.quantiles().numQuantileSamples() + ", "
                            + implicit.quantiles().quantileEmbeddingDim() + " cosines");
        }
        boolean bytes = spec.observationSpace().kind() == ObservationSpace.Kind.UINT8;
        network.put(NETWORK + "input-divisor", bytes ? "255" : "1");
        network.put(NETWORK + "normalisation", config.network().normalization().description());
        return network;
    }

    /**
     * Returns k of the final φ_k: under an overlapped schedule the last bank is learnt from after the last interval.
     */
    public static long version(RunConfig config, TrainingResult result) {
        return result.timesteps() / config.pipeline().stepsPerInterval()
                + config.pipeline().schedule().trailingUpdates();
    }
}
