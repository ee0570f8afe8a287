package io.htsrl.core.environment;

import io.htsrl.core.environment.EnvironmentProvider.ForeignCode;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.service.Services;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/** The directory of all environments on the class path. Stateless, any thread. */
public final class Environments {

    private Environments() {}

    /**
     * Returns all known names, sorted.
     *
     * @throws ConfigurationException when a provider on the class path cannot be loaded
     */
    public static List<String> names() {
        TreeSet<String> names = new TreeSet<>();
        for (EnvironmentProvider provider : Services.shared(EnvironmentProvider.class)) {
            names.addAll(provider.names());
        }
        return new ArrayList<>(names);
    }

    /** Returns the {@link EnvironmentProvider#settings} of all providers, once each, sorted by the records' names. */
    public static List<Class<? extends Record>> settings() {
        return Services.shared(EnvironmentProvider.class).stream()
                .<Class<? extends Record>>flatMap(provider -> provider.settings().stream())
                .distinct()
                .sorted(Comparator.comparing(Class::getName))
                .toList();
    }

    /** Returns the environments that each {@link EnvironmentProvider#list} has, in the order of the providers. */
    public static List<EnvironmentProvider.Listed> list(Map<String, String> options) {
        return Services.shared(EnvironmentProvider.class).stream()
                .flatMap(provider -> provider.list(options).stream())
                .toList();
    }

    /** Returns whether some provider makes {@code id}. */
    public static boolean exists(String id) {
        return provider(id) != null;
    }

    /** Returns the first {@link EnvironmentProvider#suggest suggestion} of a provider. */
    public static Optional<String> suggest(String id) {
        return Services.shared(EnvironmentProvider.class).stream()
                .flatMap(provider -> provider.suggest(id).stream())
                .findFirst();
    }

    /** Returns {@link EnvironmentProvider#processes}; 0 if no provider knows {@code id}. */
    public static int processes(String id, Map<String, String> options) {
        EnvironmentProvider provider = provider(id);
        return provider == null ? 0 : provider.processes(id, options);
    }

    /** Returns {@link EnvironmentProvider#foreignCode}; empty if no provider knows {@code id}. */
    public static List<ForeignCode> foreignCode(String id, Map<String, String> options) {
        EnvironmentProvider provider = provider(id);
        return provider == null ? List.of() : provider.foreignCode(id, options);
    }

    /**
     * Creates a replica of {@code id}.
     *
     * @throws ConfigurationException when no provider knows the name, or an option does not fit
     * @throws EnvironmentFailedException when the environment cannot be made
     */
    public static Environment create(String id, Map<String, String> options) {
        return EnvironmentSource.named(id, options).create();
    }

    /**
     * Applies {@code question} to a new replica, closes the replica and returns the answer.
     *
     * @throws ConfigurationException as {@link #create}
     * @throws EnvironmentFailedException as {@link #create}
     */
    public static <T> T ask(String id, Map<String, String> options, Function<Environment, T> question) {
        return EnvironmentSource.named(id, options).ask(question);
    }

    /** Returns the provider of {@code id}; null if none exists. */
    static EnvironmentProvider provider(String id) {
        for (EnvironmentProvider provider : Services.shared(EnvironmentProvider.class)) {
            if (provider.provides(id)) {
                return provider;
            }
        }
        return null;
    }
}
