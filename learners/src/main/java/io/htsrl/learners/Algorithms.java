package io.htsrl.learners;

import io.htsrl.core.service.Services;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The directory of all algorithms on the class path. Stateless, any thread. */
public final class Algorithms {

    private Algorithms() {}

    /**
     * All of them, by name.
     *
     * @throws io.htsrl.core.error.ConfigurationException when one on the class path cannot be loaded
     */
    public static List<Algorithm> all() {
        return Services.load(Algorithm.class).stream()
                .sorted(Comparator.comparing(Algorithm::name))
                .toList();
    }

    /** Their names, sorted. */
    public static List<String> names() {
        return names(algorithm -> true);
    }

    /** The names of those that {@code condition} holds for, sorted. */
    public static List<String> names(Predicate<Algorithm> condition) {
        return all().stream().filter(condition).map(Algorithm::name).toList();
    }

    /** The one of that name; empty where there is none. */
    public static Optional<Algorithm> find(String name) {
        return all().stream().filter(algorithm -> algorithm.name().equals(name)).findFirst();
    }

    /** The one whose settings these are. */
    public static Algorithm of(AlgorithmConfig settings) {
        return find(settings.algorithm())
                .orElseThrow(() -> new IllegalStateException(
                        "no algorithm " + settings.algorithm() + " on the class path, whose settings are " + settings));
    }
}
