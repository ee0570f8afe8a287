package io.htsrl.cli.sweep;

import io.htsrl.cli.settings.PrintOption;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.cli.sweep.SweepPlan.SweepCandidate;
import io.htsrl.cli.terminal.Numbers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The runs of each rung of a sweep: all candidates with every seed, then the best of them. Immutable.
 *
 * @param candidates of the first rung
 * @param seeds      of each candidate
 * @param halving    schedule by which candidates become fewer, counted for each algorithm
 * @param algorithms number of algorithms
 */
record SweepRungs(List<SweepCandidate> candidates, List<Long> seeds, Halving halving, int algorithms) {
    /** The most seeds that are listed one by one. */
    private static final int MOST_LISTED = 10;

    int count() {
        return halving.rungs();
    }

    /** Returns the number of runs in all rungs together, where none fails. */
    int all() {
        return count() == 1 ? candidates.size() * seeds.size() : halving.all() * algorithms * seeds.size();
    }

    /** @param results results of the rungs before */
    List<SweepRun> runs(int rung, Path folder, SweepResults results) {
        List<SweepRun> runs = new ArrayList<>();
        for (SweepCandidate candidate : rung == 0 ? candidates : results.best(rung - 1, halving.candidates(rung))) {
            for (long seed : seeds) {
                runs.add(run(folder, candidate, rung, seed));
            }
        }
        return runs;
    }

    /**
     * Returns the plan as text: the candidates, and each algorithm's first run in full.
     *
     * @param command such as {@code hts sweep}
     */
    String printed(String command) {
        Map<String, ResolvedRun> firsts = new LinkedHashMap<>();
        List<String> remarks = new ArrayList<>();
        remarks.add(Numbers.text("%,d runs, with seeds %s of", all(), seedsText()));
        for (SweepCandidate candidate : candidates) {
            ResolvedRun run = SweepPlan.run(candidate, seeds.get(0));
            String algorithm = run.config().algorithm().algorithm();
            firsts.putIfAbsent(algorithm, run);
            remarks.add(("  " + algorithm + " " + candidate).stripTrailing());
        }
        remarks.add("The first run of each algorithm:");
        return firsts.values().stream()
                .map(run -> PrintOption.text(command, remarks, run))
                .collect(Collectors.joining("---\n"));
    }

    private String seedsText() {
        return seeds.size() <= MOST_LISTED
                ? seeds.stream().map(String::valueOf).collect(Collectors.joining(", "))
                : seeds.get(0) + ", " + seeds.get(1) + " ... " + seeds.get(seeds.size() - 1);
    }

    private SweepRun run(Path folder, SweepCandidate candidate, int rung, long seed) {
        ResolvedRun whole = SweepPlan.run(candidate, seed);
        if (rung == count() - 1) {
            return SweepRun.of(folder, candidate, rung, whole, true);
        }
        long timesteps = halving.timesteps(rung, whole.config().totalTimesteps());
        return SweepRun.of(folder, candidate, rung, SweepPlan.run(candidate, seed, timesteps), false);
    }

    /** Returns the text that announces a rung. */
    String text(int rung, List<SweepRun> runs) {
        long timesteps = runs.isEmpty() ? 0 : runs.get(0).run().config().totalTimesteps();
        return Numbers.text(
                "rung %d of %d: %d candidates, %,d timesteps each",
                rung + 1, count(), runs.size() / seeds.size(), timesteps);
    }

    /**
     * Successive halving (Jamieson, Talwalkar 2016): all candidates run a part of the timesteps, the best of them more,
     * the best of those all. Immutable, any thread.
     *
     * @param candidates number of candidates at the start
     * @param factor     by which candidates become fewer and timesteps more; 1 for one rung of whole runs
     */
    record Halving(int candidates, int factor) {
        /** Most rungs; runs shorter than a ninth of the whole show little. */
        private static final int MOST_RUNGS = 3;

        static final int USUAL_FACTOR = 3;

        /** Returns the number of rungs, of which the last one has whole runs. */
        int rungs() {
            int rungs = 1;
            for (long left = candidates; factor > 1 && rungs < MOST_RUNGS && left >= factor; left /= factor) {
                rungs++;
            }
            return rungs;
        }

        /** Returns the number of candidates of a rung, counted from 0. */
        int candidates(int rung) {
            return (int) ((candidates + power(rung) - 1) / power(rung));
        }

        /** Returns the timesteps of a run in a rung, out of {@code whole} ones. */
        long timesteps(int rung, long whole) {
            return Math.max(1, whole / power(rungs() - 1 - rung));
        }

        /** Returns the number of candidates that run, summed over rungs. */
        int all() {
            return IntStream.range(0, rungs()).map(this::candidates).sum();
        }

        private long power(int exponent) {
            long power = 1;
            for (int i = 0; i < exponent; i++) {
                power *= factor;
            }
            return power;
        }
    }
}
