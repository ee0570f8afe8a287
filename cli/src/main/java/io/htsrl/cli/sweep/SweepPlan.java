package io.htsrl.cli.sweep;

import io.htsrl.cli.settings.ConfigResolver;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.error.Violations.Violation;
import io.htsrl.core.settings.Layer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Resolves the runs of a sweep: every algorithm with every seed, all else as the flags say. One thread. */
final class SweepPlan {
    private static final String ANY = "1"; // a seed that is never the matter

    private final Layer flags;
    private final Violations violations;

    /** @param violations what was wrong with the command line already */
    SweepPlan(Layer flags, Violations violations) {
        this.flags = flags;
        this.violations = violations;
    }

    /**
     * The runs, one algorithm after another.
     *
     * @param algorithms empty for the one of the flags or of their file
     * @throws ConfigurationException with everything that is wrong, what is wrong for several algorithms once
     */
    List<ResolvedRun> resolve(List<String> algorithms, List<Long> seeds) {
        List<Layer> bases = algorithms.isEmpty()
                ? List.of(flags)
                : algorithms.stream().map(a -> flags.replacing("algo", a)).toList();
        Set<Violation> found = new LinkedHashSet<>();
        for (Layer base : bases) {
            try {
                resolve(base, ANY);
            } catch (ConfigurationException e) {
                found.addAll(e.violations());
            }
        }
        found.forEach(v -> violations.add(v.setting(), v.value(), v.rule(), v.remedy()));
        violations.throwIfAny();
        List<ResolvedRun> runs = new ArrayList<>();
        bases.forEach(base -> seeds.forEach(seed -> runs.add(resolve(base, Long.toString(seed)))));
        return runs;
    }

    private static ResolvedRun resolve(Layer base, String seed) {
        return new ConfigResolver(base.replacing("seed", seed), new Violations()).resolve();
    }
}
