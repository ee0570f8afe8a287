package io.htsrl.cli.sweep;

import io.htsrl.cli.settings.ConfigResolver;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.error.Violations.Violation;
import io.htsrl.core.settings.Layer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds the candidates of a sweep and resolves their runs, each with every seed. All other settings are those of the
 * flags. One thread.
 */
final class SweepPlan {
    /** The setting that rungs differ in. */
    static final String TIMESTEPS = "total-timesteps";

    private static final String ANY = "1"; // a seed that is never the matter
    /** Draws for each wanted candidate: combinations repeat, and some are refused. */
    private static final int DRAWS = 20;

    private final SweepSpace space;
    private final Violations violations;
    private final List<String> notes = new ArrayList<>();

    /** @param violations earlier mistakes of the command line */
    SweepPlan(SweepSpace space, Violations violations) {
        this.space = space;
        this.violations = violations;
    }

    /**
     * Returns every combination, one algorithm after another.
     *
     * @param algorithms empty for the one of the flags or of their file
     * @throws ConfigurationException with all mistakes; one that several candidates share is there once
     */
    List<SweepCandidate> grid(List<String> algorithms) {
        List<SweepCandidate> candidates = new ArrayList<>();
        Set<Violation> found = new LinkedHashSet<>();
        for (Layer base : bases(algorithms)) {
            for (Map<String, String> settings : space.combinations() > SweepSpace.MOST
                    ? space.examples() // which is reported: here it is about all other mistakes
                    : space.grid()) {
                SweepCandidate candidate = SweepCandidate.of(base, settings);
                candidates.add(candidate);
                found.addAll(wrong(candidate));
            }
        }
        found.forEach(this::add);
        violations.throwIfAny();
        return candidates;
    }

    /**
     * Draws random combinations, for each algorithm up to {@code wanted} different ones. It draws again where settings
     * do not fit together, such as a batch that minibatches do not divide.
     *
     * @param seed of the draws
     * @throws ConfigurationException with all mistakes, and where no drawn combination can be run
     */
    List<SweepCandidate> search(List<String> algorithms, int wanted, long seed) {
        if (space.combinations() <= wanted) {
            return grid(algorithms);
        }
        List<SweepCandidate> candidates = new ArrayList<>();
        for (Layer base : bases(algorithms)) {
            candidates.addAll(drawn(base, wanted, seed));
        }
        violations.throwIfAny();
        return candidates;
    }

    private List<SweepCandidate> drawn(Layer base, int wanted, long seed) {
        List<SweepCandidate> candidates = new ArrayList<>();
        Set<Map<String, String>> seen = new HashSet<>();
        List<Violation> refused = List.of();
        int leftOut = 0;
        for (long draw = 0; draw < (long) DRAWS * wanted && candidates.size() < wanted; draw++) {
            SweepCandidate candidate = SweepCandidate.of(base, space.drawn(seed, draw));
            if (seen.add(candidate.settings())) {
                List<Violation> wrong = wrong(candidate);
                refused = refused.isEmpty() ? wrong : refused;
                leftOut += wrong.isEmpty() ? 0 : 1;
                if (wrong.isEmpty()) {
                    candidates.add(candidate);
                }
            }
        }
        if (candidates.isEmpty()) {
            refused.forEach(this::add);
        } else if (leftOut > 0) {
            notes.add(leftOut + " combinations that cannot be run were drawn again, since " + refused.get(0));
        }
        return candidates;
    }

    /** Returns notes on a search for the user. */
    List<String> notes() {
        return List.copyOf(notes);
    }

    private List<Layer> bases(List<String> algorithms) {
        return algorithms.isEmpty()
                ? List.of(space.fixed())
                : algorithms.stream()
                        .map(algorithm -> space.fixed().replacing("algo", algorithm))
                        .toList();
    }

    private void add(Violation v) {
        violations.add(v.setting(), v.value(), v.rule(), v.remedy());
    }

    private static List<Violation> wrong(SweepCandidate candidate) {
        try {
            resolve(candidate.base(), ANY);
            return List.of();
        } catch (ConfigurationException e) {
            return e.violations();
        }
    }

    /** Returns a candidate's run with a seed. */
    static ResolvedRun run(SweepCandidate candidate, long seed) {
        return resolve(candidate.base(), Long.toString(seed));
    }

    /** Returns the same run with other timesteps. */
    static ResolvedRun run(SweepCandidate candidate, long seed, long timesteps) {
        return resolve(candidate.base().replacing(TIMESTEPS, Long.toString(timesteps)), Long.toString(seed));
    }

    private static ResolvedRun resolve(Layer base, String seed) {
        return new ConfigResolver(base.replacing("seed", seed), new Violations()).resolve();
    }

    /**
     * One combination of an algorithm and the settings that a sweep varies. Immutable.
     *
     * @param base     all settings of its runs but the seed, including the varied ones
     * @param settings those that vary, as text by key
     */
    record SweepCandidate(Layer base, Map<String, String> settings) {

        static SweepCandidate of(Layer fixed, Map<String, String> settings) {
            Layer base = fixed;
            for (Map.Entry<String, String> setting : settings.entrySet()) {
                base = base.replacing(setting.getKey(), setting.getValue());
            }
            return new SweepCandidate(base, settings);
        }

        /** Returns a text such as {@code learning-rate 1e-3, gamma 0.99}. */
        @Override
        public String toString() {
            return settings.entrySet().stream()
                    .map(setting -> setting.getKey() + " " + setting.getValue())
                    .collect(Collectors.joining(", "));
        }
    }
}
