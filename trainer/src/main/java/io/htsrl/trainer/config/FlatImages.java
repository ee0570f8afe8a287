package io.htsrl.trainer.config;

import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationPart;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.policies.acting.RecurrentConfig;
import io.htsrl.policies.layers.CombinedNetwork;
import io.htsrl.policies.layers.LayeredConfig;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.ConvConfig;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.NetworkConfig;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Recognises images that an mlp reads as separate numbers, and finds a network that reads them as images. Pure
 * functions.
 */
public final class FlatImages {
    private static final NetworkConfig NATURE = ConvConfig.of(ConvConfig.Kind.NATURE);
    private static final NetworkConfig COMBINED = new LayeredConfig<>(
            new CombinedNetwork(),
            new CombinedNetwork.Combined(new MlpConfig(List.of(64), Activation.TANH, false), null));

    private FlatImages() {}

    /**
     * Returns the name of the network that reads these observations as images; empty where none does, or the algorithm
     * takes none.
     */
    public static Optional<String> readBetter(RunConfig config, EnvironmentSpec spec) {
        return fitting(spec.observationSpace())
                .flatMap(name -> learns(config, NATURE)
                        ? Optional.of(name)
                        : learns(config, COMBINED) ? Optional.of(CombinedNetwork.NAME) : Optional.empty());
    }

    private static boolean learns(RunConfig config, NetworkConfig network) {
        Violations violations = new Violations();
        config.algorithm()
                .checkNetwork(RecurrentConfig.of(network, config.network().memory()), violations);
        return violations.isEmpty();
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
        return config.network().torso() instanceof MlpConfig
                ? readBetter(config, spec)
                        .map(network -> String.format(
                                Locale.ROOT,
                                "--network mlp reads the images %s of %s as %,d separate numbers; give --network %s",
                                space,
                                config.env(),
                                space.size(),
                                network))
                : Optional.empty();
    }
}
