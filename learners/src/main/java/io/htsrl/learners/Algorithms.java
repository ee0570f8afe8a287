package io.htsrl.learners;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.service.Services;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Registry of all algorithms on the class path. Stateless, any thread. */
public final class Algorithms {

    private Algorithms() {}

    /**
     * Returns all algorithms, sorted by name.
     *
     * @throws ConfigurationException when one on the class path cannot be loaded, or two have one name
     */
    public static List<Algorithm> all() {
        return Services.named(Algorithm.class, Algorithm::name);
    }

    /** Returns the names of all algorithms, sorted. */
    public static List<String> names() {
        return names(algorithm -> true);
    }

    /** Returns the names of the algorithms for which {@code condition} holds, sorted. */
    public static List<String> names(Predicate<Algorithm> condition) {
        return all().stream().filter(condition).map(Algorithm::name).toList();
    }

    /** Returns the algorithm of that name; empty where it does not exist. */
    public static Optional<Algorithm> find(String name) {
        return all().stream().filter(algorithm -> algorithm.name().equals(name)).findFirst();
    }

    /** Returns the algorithm that these settings belong to. */
    public static Algorithm of(AlgorithmConfig settings) {
        return find(settings.algorithm())
                .orElseThrow(() -> new IllegalStateException(
                        "no algorithm " + settings.algorithm() + " on the class path, whose settings are " + settings));
    }
}
