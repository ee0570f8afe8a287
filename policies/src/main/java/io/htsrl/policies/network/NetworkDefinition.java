package io.htsrl.policies.network;

import io.htsrl.core.environment.ObservationSpace;
import java.util.List;

/**
 * A kind of network, found as a service: a class with a public constructor without parameters, named in
 * {@code META-INF/services/io.htsrl.policies.network.NetworkDefinition}. No other code in hts-rl lists the networks.
 * One's own is most easily a {@code LayeredNetwork}. Stateless, any thread.
 */
public interface NetworkDefinition {

    /** Source of the values of settings. */
    @FunctionalInterface
    interface Settings {
        /** Creates a record from the settings that its components name. */
        <R extends Record> R record(Class<R> type);
    }

    /** Returns the name that {@code --network} accepts, in lower case. */
    String name();

    /** Returns a few words for the help, such as {@code dense layers}. */
    String summary();

    /** Returns the records of its settings; each setting must be {@code onlyWith = "network=NAME"}. */
    default List<Class<? extends Record>> settings() {
        return List.of();
    }

    /** Creates the configuration, whose {@link NetworkConfig#network} is {@link #name}. */
    NetworkConfig configure(Settings settings);

    /**
     * Creates the network of a checked configuration of {@link #configure}.
     *
     * @param frame one observation; a network's input is a stack of them, the oldest first
     * @param frameStack S, frames in an input
     * @param first the first head
     */
    PolicyNetwork create(NetworkConfig config, ObservationSpace frame, int frameStack, FirstHead first, Heads heads);

    /**
     * Returns the layout of one critic, which reads an action beside the observation. Needed where the configuration
     * {@link NetworkConfig#hasCritics has critics}.
     *
     * @param actionWidth floats in an action row
     * @param outputs values of the critic: 1, or quantiles
     */
    default NetworkLayout critic(
            NetworkConfig config, ObservationSpace frame, int frameStack, int actionWidth, int outputs) {
        throw new UnsupportedOperationException("--network " + name() + " has no critics");
    }
}
