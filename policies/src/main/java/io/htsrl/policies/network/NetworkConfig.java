package io.htsrl.policies.network;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.Violations;

/** Which network stands between observations and heads. Immutable. */
public sealed interface NetworkConfig permits MlpConfig, ConvConfig, TableConfig {

    /** The name that {@code --network} takes. */
    String network();

    /** For people: its layers, such as {@code 64, 64 tanh}. */
    String description();

    /** What is done to observations before the first layer reads them, for files of parameters. */
    default String normalisation() {
        return ObservationNormalization.NONE.description();
    }

    /** Adds what is wrong with these settings alone. */
    void check(Violations violations);

    /** Adds what keeps the network from reading stacks of {@code frameStack} observations. */
    default void check(ObservationSpace frame, int frameStack, Violations violations) {}

    /**
     * How large the network is, also where it is larger than can be made.
     *
     * @param frame      one observation
     * @param frameStack S, frames in an input
     * @param first      the first head
     */
    NetworkSize size(ObservationSpace frame, int frameStack, FirstHead first, Heads heads);

    /** Adds what keeps a network of this size from being made. */
    default void checkSize(NetworkSize size, Violations violations) {
        violations.check(
                size.parameters() <= NetworkSize.MOST_PARAMETERS,
                "--network",
                network(),
                "must have at most " + NetworkSize.MOST_PARAMETERS + " parameters, and has " + size.parameters(),
                "give smaller frames");
    }
}
