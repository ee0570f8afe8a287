package io.htsrl.cli.sweep;

import io.htsrl.cli.settings.PrintOption;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.cli.sweep.SweepPlan.SweepCandidate;
import io.htsrl.core.error.Violations.Violation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;

/**
 * Decides which runs a sweep makes, round after round. A round is a function of the settings and of the results of the
 * rounds before, so it is the same for any timing, and for a sweep that is continued. One thread.
 */
abstract class SweepSchedule {
    /** The most seeds that are listed one by one. */
    private static final int MOST_LISTED = 10;

    private final List<Long> seeds;
    private final List<SweepCandidate> first = new ArrayList<>();

    /** @param seeds of each candidate */
    SweepSchedule(List<Long> seeds) {
        this.seeds = seeds;
    }

    /** Returns the candidates of the first round, to which the constructor of a schedule adds them. */
    List<SweepCandidate> candidates() {
        return first;
    }

    /** Returns what is wrong with these. */
    abstract List<Violation> mistakes();

    /** Returns notes on these for the user. */
    abstract List<String> notes();

    List<Long> seeds() {
        return seeds;
    }

    /** Returns what the schedule does, in words. */
    abstract String text();

    /**
     * Returns the runs of the next round; empty at the end.
     *
     * @param folder of the sweep
     * @param results of all rounds before
     */
    abstract List<SweepRun> next(Path folder, SweepResults results);

    /**
     * Returns the runs of a candidate.
     *
     * @param timesteps after which they pause, of the planned ones
     */
    final List<SweepRun> runs(Path folder, SweepCandidate candidate, int rung, LongUnaryOperator timesteps) {
        return seeds().stream()
                .map(seed -> SweepRun.of(folder, candidate, rung, SweepPlan.run(candidate, seed), timesteps))
                .toList();
    }

    /**
     * Returns the plan as text: the candidates, and each algorithm's first run in full.
     *
     * @param command such as {@code hts sweep}
     */
    final String printed(String command) {
        Map<String, ResolvedRun> firsts = new LinkedHashMap<>();
        List<String> remarks = new ArrayList<>();
        remarks.add(text() + ", with seeds " + seedsText() + ":");
        for (SweepCandidate candidate : candidates()) {
            ResolvedRun run = SweepPlan.run(candidate, seeds().get(0));
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
        List<Long> all = seeds();
        return all.size() <= MOST_LISTED
                ? all.stream().map(String::valueOf).collect(Collectors.joining(", "))
                : all.get(0) + ", " + all.get(1) + " ... " + all.get(all.size() - 1);
    }
}
