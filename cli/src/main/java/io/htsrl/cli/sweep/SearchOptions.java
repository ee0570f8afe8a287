package io.htsrl.cli.sweep;

import io.htsrl.cli.sweep.SweepPlan.SweepCandidate;
import io.htsrl.cli.sweep.SweepRungs.Halving;
import io.htsrl.core.error.Violations;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The flags of {@code hts sweep} that say which combinations of settings are run. One thread. */
final class SearchOptions {
    private static final String WITH_SEARCH = "give --search N too, or leave it out";

    @Option(
            names = "--grid",
            paramLabel = "K=V,V",
            description = "A setting and its values, such as learning-rate=1e-3,3e-4, as the setting's own flag takes "
                    + "them too. Where a value has commas, semicolons separate: 'hidden-sizes=64,64;256,256'. May be "
                    + "given for several settings.")
    private List<String> grids = new ArrayList<>();

    @Option(
            names = "--search",
            paramLabel = "N",
            description = "Draws N random combinations instead of running all; settings may then have ranges.")
    private Integer search;

    @Option(
            names = "--halving",
            paramLabel = "F",
            description = "With --search: all candidates get a part of --total-timesteps, the best of each F get F "
                    + "times as many, in up to three rungs; 1: all get all. Default 3.")
    private Integer halving;

    @Option(names = "--search-seed", paramLabel = "S", description = "With --search: root of the draws; default 0.")
    private Long seed;

    List<String> grids() {
        return grids;
    }

    /** Returns the candidates that are run: drawn ones, or all. */
    List<SweepCandidate> candidates(SweepPlan plan, List<String> algorithms) {
        return isSearch() ? plan.search(algorithms, search, seed == null ? 0 : seed) : plan.grid(algorithms);
    }

    /** Returns the halving of this number of candidates. */
    Halving halving(int candidates) {
        return new Halving(candidates, isSearch() ? factor() : 1);
    }

    /** Returns whether candidates are drawn; false for a wrong number, which is reported elsewhere. */
    private boolean isSearch() {
        return search != null && search > 0;
    }

    private int factor() {
        return halving == null ? Halving.USUAL_FACTOR : halving;
    }

    /** Adds what is wrong with these flags. */
    void check(SweepSpace space, Violations violations) {
        int most = SweepSpace.MOST;
        violations.check(
                search == null || search >= 1 && search <= most,
                "--search",
                search,
                "must be in 1 .. " + most,
                "give 18, for example");
        violations.check(
                search == null || !space.isEmpty(),
                "--search",
                search,
                "needs settings to search in",
                "give one a range or several values, such as --learning-rate 1e-4..1e-2");
        violations.check(
                halving == null || halving >= 1 && halving <= most,
                "--halving",
                halving,
                "must be in 1 .. " + most,
                "give 3, or 1 for whole runs alone");
        violations.check(search != null || halving == null, "--halving", halving, "is for a search", WITH_SEARCH);
        violations.check(search != null || seed == null, "--search-seed", seed, "is for a search", WITH_SEARCH);
        violations.check(
                search == null || factor() == 1 || !space.keys().contains(SweepPlan.TIMESTEPS),
                "--" + SweepPlan.TIMESTEPS,
                null,
                "must be one number, of which halving gives parts",
                "give --halving 1 to search in it");
        violations.check(
                search != null || !space.hasRange(),
                "--grid",
                null,
                "must not hold a range without a search: " + String.join(", ", space.keys()),
                "give --search 18 too, for example, or single values");
        violations.check(
                search != null || space.hasRange() || space.combinations() <= most,
                "--grid",
                null,
                "must have at most " + most + " combinations",
                "vary less, or draw some with --search");
    }
}
