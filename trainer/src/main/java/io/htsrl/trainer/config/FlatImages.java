package io.htsrl.trainer.config;

import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.policies.network.ConvConfig;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.NetworkConfig;
import java.util.Locale;
import java.util.Optional;

/**
 * Recognises images that an mlp reads as separate numbers, and finds a network that reads them as images. Pure
 * functions.
 */
public final class FlatImages {
    private static final NetworkConfig NATURE = ConvConfig.of(ConvConfig.Kind.NATURE);

    private FlatImages() {}

    /**
     * Returns the network that reads these observations as images; empty where none does, or the algorithm takes none.
     */
    public static Optional<NetworkConfig> readBetter(RunConfig config, EnvironmentSpec spec) {
        Violations violations = new Violations();
        config.algorithm().checkNetwork(NATURE, violations);
        return large(spec.observationSpace()) && violations.isEmpty() ? Optional.of(NATURE) : Optional.empty();
    }

    private static boolean large(ObservationSpace space) {
        Violations violations = new Violations();
        NATURE.check(space, 1, violations);
        return space.kind() == ObservationSpace.Kind.UINT8 && violations.isEmpty();
    }

    /** Returns a warning about a run whose mlp reads large images; empty for all other runs. */
    public static Optional<String> warning(RunConfig config, EnvironmentSpec spec) {
        if (!(config.network().torso() instanceof MlpConfig) || !large(spec.observationSpace())) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "--network mlp reads the images %s of %s as %,d separate numbers; %s",
                spec.observationSpace(),
                config.env(),
                spec.observationSpace().size(),
                readBetter(config, spec).isPresent()
                        ? "give --network " + NATURE.network()
                        : config.algorithm().algorithm() + " takes no network for images: choose --algo ppo, or wrap "
                                + "the environment so that it gives features of its images"));
    }
}
