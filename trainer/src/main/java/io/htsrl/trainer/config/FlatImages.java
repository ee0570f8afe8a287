package io.htsrl.trainer.config;

import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationPart;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.policies.layers.CombinedNetwork;
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
     * Returns the name of the network that reads these observations as images; empty where none does, or the algorithm
     * takes none.
     */
    public static Optional<String> readBetter(RunConfig config, EnvironmentSpec spec) {
        Violations violations = new Violations();
        config.algorithm().checkNetwork(NATURE, violations);
        return violations.isEmpty() ? fitting(spec.observationSpace()) : Optional.empty();
    }

    /** Returns the name of the network for observations that are images, or have an image among other parts. */
    private static Optional<String> fitting(ObservationSpace space) {
        if (space.parts().size() > 1) {
            return space.parts().stream().anyMatch(part -> part.kind() == ObservationPart.Kind.IMAGE)
                    ? Optional.of(CombinedNetwork.NAME)
                    : Optional.empty();
        }
        Violations violations = new Violations();
        NATURE.check(space, 1, violations);
        return space.kind() == ObservationSpace.Kind.UINT8 && violations.isEmpty()
                ? Optional.of(NATURE.network())
                : Optional.empty();
    }

    /** Returns a warning about a run whose mlp reads images; empty for all other runs. */
    public static Optional<String> warning(RunConfig config, EnvironmentSpec spec) {
        ObservationSpace space = spec.observationSpace();
        if (!(config.network().torso() instanceof MlpConfig) || fitting(space).isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "--network mlp reads the images %s of %s as %,d separate numbers; %s",
                space,
                config.env(),
                space.size(),
                readBetter(config, spec)
                        .map(network -> "give --network " + network)
                        .orElse(config.algorithm().algorithm() + " takes no network for images: choose --algo ppo, or "
                                + "wrap the environment so that it gives features of its images")));
    }
}
