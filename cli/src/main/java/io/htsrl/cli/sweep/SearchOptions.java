package io.htsrl.cli.sweep;

import io.htsrl.cli.sweep.SweepPlan.SweepFork;
import io.htsrl.cli.sweep.SweepRungs.Halving;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import picocli.CommandLine.Option;

/** The flags of {@code hts sweep} that say which combinations of settings are run. One thread. */
final class SearchOptions {
    private static final String EVERY = "--pbt-every";
    private static final Set<String> OF_POPULATIONS = Set.of("--population", EVERY);
    private static final String TIMESTEPS = "total-timesteps";
    private static final String TPE = "tpe";
    private static final List<String> SAMPLERS = List.of("random", TPE);
    private static final int DEFAULT_BATCH = 8;
    private static final int DEFAULT_POPULATION = 8;

    @Option(
            names = "--grid",
            paramLabel = "K=V,V",
            description = "A setting and its values, such as learning-rate=1e-3,3e-4; semicolons separate values with "
                    + "commas: 'hidden-sizes=64,64;256,256'. Repeatable.")
    private List<String> grids = new ArrayList<>();

    @Option(
            names = "--search",
            paramLabel = "N",
            description = "Draws N combinations instead of running all; settings may then have ranges.")
    private Integer search;

    @Option(
            names = "--halving",
            paramLabel = "F",
            description = "With --search: candidates train for a part of --total-timesteps, the best of each F for F "
                    + "times as many, in up to three rungs; 1: all train for all. Default 3.")
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
                    + "whatever --jobs is; default 8 with tpe, else all.")
    private Integer batch;

    @Option(
            names = "--search-seed",
            paramLabel = "S",
            description = "With --search or --pbt: root of the draws; default 0.")
    private Long seed;

    @Option(
            names = "--pbt",
            description = "Trains a population: at fixed times each of the worst quarter becomes a fork of one of the "
                    + "best quarter, its settings times 1.2 or 0.8, or drawn again.")
    private boolean pbt;

    @Option(names = "--population", paramLabel = "N", description = "With --pbt: number of members; default 8.")
    private Integer population;

    @Option(
            names = "--pbt-every",
            paramLabel = "T",
            description = "With --pbt: timesteps from one replacement to the next, in whole intervals; default a "
                    + "tenth of all.")
    private Long every;

    @Option(
            names = "--fork-from",
            paramLabel = "RUN",
            description = "Forks this run directory: its seed, and its settings but those given.")
    private Path origin;

    @Option(
            names = "--at",
            paramLabel = "K",
            description = "With --fork-from: the first interval with the given settings.")
    private Long interval;

    List<String> grids() {
        return grids;
    }

    /** Returns the run whose forks are wanted; null for none. */
    Path origin() {
        return origin;
    }

    /**
     * Returns the schedule of the runs.
     *
     * @param bases settings of each algorithm
     */
    SweepSchedule schedule(SweepSpace space, List<Layer> bases, List<Long> seeds) {
        long root = seed == null ? 0 : seed;
        SweepPlan.SweepSampler draws =
                isTpe() ? new ParzenSampler(space, root) : (draw, bestFirst) -> space.drawn(root, draw);
        int wanted = pbt ? or(population, DEFAULT_POPULATION) : or(search, 0);
        SweepFork fork = origin == null ? null : new SweepFork(null, origin, interval);
        List<SweepPlan> plans = bases.stream()
                .map(base -> new SweepPlan(space, base, fork, wanted, draws))
                .toList();
        if (pbt) {
            return new SweepPopulation(space, plans.get(0), seeds, every == null ? 0 : every, root);
        }
        int candidates = plans.get(0).wanted();
        Halving rungs = new Halving(candidates, search == null ? 1 : factor());
        return new SweepRungs(plans, seeds, rungs, or(batch, isTpe() ? DEFAULT_BATCH : candidates));
    }

    /** Returns a given number, 1 for a wrong one, which is reported elsewhere. */
    private static int or(Integer given, int defaultValue) {
        return given == null ? defaultValue : Math.max(1, given);
    }

    private boolean isTpe() {
        return TPE.equals(sampler);
    }

    private int factor() {
        return or(halving, Halving.DEFAULT_FACTOR);
    }

    /**
     * Adds what is wrong with these flags.
     *
     * @param algorithms number of algorithms
     */
    void check(SweepSpace space, int algorithms, Violations violations) {
        numbers()
                .forEach((flag, value) -> violations.check(
                        value == null
                                || value.longValue() >= 1
                                        && (flag.equals(EVERY) || value.longValue() <= SweepSpace.MOST),
                        flag,
                        value,
                        "must be " + (flag.equals(EVERY) ? "at least 1" : "in 1 .. " + SweepSpace.MOST),
                        "give 8, for example"));
        violations.check(
                sampler == null || SAMPLERS.contains(sampler),
                "--sampler",
                sampler,
                "must be one of " + String.join(", ", SAMPLERS),
                "give tpe, or leave it out");
        checkTogether(violations);
        String drawing = search != null ? "--search" : pbt ? "--pbt" : "";
        violations.check(
                drawing.isEmpty() || !space.isEmpty(),
                drawing,
                search,
                "needs settings to search in",
                "give one a range or several values, such as --learning-rate 1e-4..1e-2");
        violations.check(
                !pbt || algorithms <= 1, "--pbt", null, "is for one algorithm, not " + algorithms, "give --algo ppo");
        violations.check(
                !pbt && (search == null || factor() == 1) || !space.keys().contains(TIMESTEPS),
                "--" + TIMESTEPS,
                null,
                "must be one number, of which " + (pbt ? "rounds are" : "halving gives") + " parts",
                pbt ? "give one" : "give --halving 1 to search in it");
        violations.check(
                !drawing.isEmpty() || !space.hasRange(),
                "--grid",
                null,
                "must not hold a range without a search: " + String.join(", ", space.keys()),
                "give --search 18 too, for example, or single values");
        violations.check(
                !drawing.isEmpty() || space.hasRange() || space.combinations() <= SweepSpace.MOST,
                "--grid",
                null,
                "must have at most " + SweepSpace.MOST + " combinations",
                "vary less, or draw some with --search");
    }

    private Map<String, Number> numbers() {
        Map<String, Number> numbers = new LinkedHashMap<>();
        numbers.put("--search", search);
        numbers.put("--halving", halving);
        numbers.put("--batch", batch);
        numbers.put("--population", population);
        numbers.put(EVERY, every);
        return numbers;
    }

    /** Adds flags that need another one, or exclude it. */
    private void checkTogether(Violations violations) {
        violations.check(
                !pbt || search == null, "--pbt", null, "must not be given beside --search", "keep one of them");
        violations.check(
                origin == null || !pbt && search == null,
                "--fork-from",
                origin,
                "must not be given beside " + (pbt ? "--pbt" : "--search"),
                "keep one of them");
        violations.check(
                (origin == null) == (interval == null),
                origin == null ? "--at" : "--fork-from",
                origin == null ? interval : origin,
                "must be given with " + (origin == null ? "--fork-from" : "--at"),
                "give --fork-from runs/mine --at 120, for example");
        Map<String, Object> given = new LinkedHashMap<>(numbers());
        given.put("--search-seed", seed);
        given.put("--sampler", sampler);
        given.remove("--search");
        given.values().removeIf(Objects::isNull);
        for (Map.Entry<String, Object> flag : given.entrySet()) {
            boolean ofPopulations = OF_POPULATIONS.contains(flag.getKey());
            boolean ofBoth = flag.getKey().equals("--search-seed");
            violations.check(
                    ofBoth ? pbt || search != null : ofPopulations ? pbt : search != null,
                    flag.getKey(),
                    flag.getValue(),
                    "is for a " + (ofPopulations ? "population" : "search"),
                    "give " + (ofPopulations ? "--pbt" : "--search N") + " too, or leave it out");
        }
    }
}
