package io.htsrl.trainer.model;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.settings.RunResolver;
import java.util.Optional;

/**
 * What a file says of an agent: enough to act without its environment. Immutable.
 *
 * @param config    of its run, unchecked
 * @param spec      of the environment that it was trained in, as far as an agent needs it
 * @param model     the parameters and their place in the run
 * @param timesteps that they were learnt in
 */
public record SavedAgent(RunConfig config, EnvironmentSpec spec, ModelFile.Model model, long timesteps) {

    /**
     * Reads a model, or a checkpoint's parameters.
     *
     * @throws ConfigurationException                   when the file does not say what its network is, as those of
     *                                                  earlier versions
     * @throws io.htsrl.checkpoints.CheckpointException when tensors are not those of its network
     */
    public static SavedAgent read(CheckpointFile file) {
        Layer settings = RecordedSettings.read(file);
        Optional<EnvironmentSpec> spaces =
                RecordedSpaces.ofNetwork(settings.has("env") ? settings.last("env") : "", file.metadata());
        Violations.require(
                settings.has("algo") && spaces.isPresent(),
                "agent",
                file.path(),
                "must say what its network is, and an earlier version wrote it",
                "evaluate its run with 'hts evaluate', or train again");
        RunConfig config = RunResolver.recorded(settings);
        EnvironmentSpec spec = spaces.orElseThrow();
        return new SavedAgent(
                config, spec, ModelFile.read(file, config.policy(spec).tensors()), ModelFile.timesteps(file));
    }
}
