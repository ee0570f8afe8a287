package io.htsrl.cli.sweep;

import io.htsrl.cli.sweep.SweepRungs.Halving;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The flags of {@code hts sweep} that say which combinations of settings are run. One thread. */
final class SearchOptions {
    private static final String WITH_SEARCH = "give --search N too, or leave it out";
    private static final String TIMESTEPS = "total-timesteps";
    private static final String TPE = "tpe";
    private static final List<String> SAMPLERS = List.of("random", TPE);
    private static final int USUAL_BATCH = 8;

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
            description = "Draws N combinations instead of running all; settings may then have ranges.")
    private Integer search;

    @Option(
            names = "--halving",
            paramLabel = "F",
            description = "With --search: all candidates train for a part of --total-timesteps, the best of each F "
                    + "continue to F times as many, in up to three rungs; 1: all train for all. Default 3.")
    private Integer halving;

    @Option(
            names = "--sampler",
            paramLabel = "NAME",
            description = "With --search: random (default); or tpe, which draws after the first ten from where good "
                    + "results were.")
    private String sampler;

    @Option(
            names = "--batch",
            paramLabel = "B",
            description = "With --search: candidates of each algorithm that run before others are drawn or continued, "
                    + "whatever --jobs is. Default: all with random, 8 with tpe.")
    private Integer batch;

    @Option(names = "--search-seed", paramLabel = "S", description = "With --search: root of the draws; default 0.")
    private Long seed;

    List<String> grids() {
        return grids;
    }

    /**
     * Returns the schedule of the runs.
     *
     * @param bases settings of each algorithm
     */
    SweepSchedule schedule(SweepSpace space, List<Layer> bases, List<Long> seeds) {
        long root = seed == null ? 0 : seed;
        SweepSampler draws =
                isTpe() ? new ParzenSampler(space, root) : (draw, bestFirst) -> space.drawn(root, draw);
        int wanted = search == null ? 0 : Math.max(1, search); // a wrong number is reported elsewhere
        List<SweepPlan> plans = bases.stream()
                .map(base -> new SweepPlan(space, base, wanted, draws))
                .toList();
        int candidates = plans.get(0).wanted();
        int round = batch != null ? Math.max(1, batch) : isTpe() ? USUAL_BATCH : candidates;
        return new SweepRungs(plans, seeds, new Halving(candidates, wanted == 0 ? 1 : factor()), round);
    }

    private boolean isTpe() {
        return TPE.equals(sampler);
    }

    private int factor() {
        return halving == null ? Halving.USUAL_FACTOR : Math.max(1, halving);
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
        violations.check(
                sampler == null || SAMPLERS.contains(sampler),
                "--sampler",
                sampler,
                "must be one of " + String.join(", ", SAMPLERS),
                "give tpe, or leave it out");
        violations.check(
                batch == null || batch >= 1 && batch <= most,
                "--batch",
                batch,
                "must be in 1 .. " + most,
                "give 8, for example");
        Map<String, Object> ofSearches = new LinkedHashMap<>();
        ofSearches.put("--halving", halving);
        ofSearches.put("--search-seed", seed);
        ofSearches.put("--sampler", sampler);
        ofSearches.put("--batch", batch);
        ofSearches.forEach((flag, value) ->
                violations.check(search != null || value == null, flag, value, "is for a search", WITH_SEARCH));
        violations.check(
                search == null || factor() == 1 || !space.keys().contains(TIMESTEPS),
                "--" + TIMESTEPS,
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
