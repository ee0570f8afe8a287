package io.htsrl.core.environment;

import io.htsrl.core.error.ConfigurationException;
import java.util.List;
import java.util.Map;

/** Makes environments by name; found through {@link java.util.ServiceLoader}. Stateless, any thread. */
public interface EnvironmentProvider {

    /** The names this provider makes, for {@code --help} and for messages about unknown names. */
    List<String> names();

    /** Whether {@link #create} would know this name. */
    default boolean provides(String id) {
        return names().contains(id);
    }

    /**
     * A new replica.
     *
     * @param id      one of {@link #names()}
     * @param options settings of this kind of environment, by name; unknown ones are refused
     * @throws ConfigurationException when an option is not understood or does not fit
     */
    Environment create(String id, Map<String, String> options);

    /**
     * A new replica that may share with others what computes them; {@link #create(String, Map)} where it does not matter.
     *
     * @param group the replicas that the same thread uses
     */
    default Environment create(String id, Map<String, String> options, ReplicaGroup group) {
        return create(id, options);
    }
}
