package io.htsrl.cli.sweep;

import io.htsrl.cli.sweep.SweepPlan.SweepCandidate;
import io.htsrl.cli.sweep.SweepResults.Standing;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.core.error.Violations.Violation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Runs candidates with every seed, and continues the best of them: the promotion rule of ASHA (Li et al. 2018), applied
 * between rounds of a fixed number of candidates instead of whenever a worker is free. One thread.
 */
final class SweepRungs extends SweepSchedule {
    private final List<Group> groups;
    private final Halving halving;
    private final int batch;
    private final List<Violation> mistakes = new ArrayList<>();
    private boolean begun;

    /** The candidates of one algorithm, and those of them that have been given each rung. */
    private record Group(SweepPlan plan, List<Set<SweepCandidate>> rungs) {

        List<SweepCandidate> drawn(int most, List<Map<String, String>> known) {
            List<SweepCandidate> drawn = plan.next(most, known);
            rungs.get(0).addAll(drawn);
            return drawn;
        }
    }

    /**
     * Makes a schedule, and draws the candidates of its first round.
     *
     * @param plans one for each algorithm
     * @param seeds of each candidate
     * @param halving schedule by which candidates become fewer, counted for each algorithm
     * @param batch candidates of each algorithm in a round
     */
    SweepRungs(List<SweepPlan> plans, List<Long> seeds, Halving halving, int batch) {
        super(seeds);
        this.groups = plans.stream()
                .map(plan -> new Group(
                        plan,
                        Stream.<Set<SweepCandidate>>generate(HashSet::new)
                                .limit(halving.rungs())
                                .toList()))
                .toList();
        this.halving = halving;
        this.batch = batch;
        for (Group group : groups) {
            List<SweepCandidate> drawn = group.drawn(batch, List.of());
            candidates().addAll(drawn);
            mistakes.addAll(group.plan().wrong(drawn));
        }
    }

    @Override
    public List<Violation> mistakes() {
        return mistakes;
    }

    @Override
    public List<String> notes() {
        return groups.stream()
                .map(group -> group.plan().note())
                .filter(note -> !note.isEmpty())
                .toList();
    }

    @Override
    public String text() {
        int candidates =
                groups.stream().mapToInt(group -> group.plan().wanted()).sum();
        return halving.rungs() == 1
                ? Numbers.text("%,d runs", candidates * seeds().size())
                : Numbers.count(candidates, "candidate");
    }

    @Override
    public List<SweepRun> next(Path folder, SweepResults results) {
        List<SweepRun> runs = new ArrayList<>();
        if (!begun) {
            begun = true;
            candidates().forEach(candidate -> runs.addAll(runs(folder, candidate, 0)));
            return runs;
        }
        for (Group group : groups) {
            int left = batch;
            for (int rung = halving.rungs() - 1; rung > 0; rung--) {
                List<SweepCandidate> promoted = promoted(group, rung, left, results);
                for (SweepCandidate candidate : promoted) {
                    runs.addAll(runs(folder, candidate, rung));
                }
                left -= promoted.size();
            }
            for (SweepCandidate candidate : group.drawn(left, known(group, results))) {
                runs.addAll(runs(folder, candidate, 0));
            }
        }
        return runs;
    }

    /** Returns candidates that continue in {@code rung}: of the best of the rung before, those that have not yet. */
    private List<SweepCandidate> promoted(Group group, int rung, int most, SweepResults results) {
        Set<SweepCandidate> before = group.rungs().get(rung - 1);
        List<SweepCandidate> promoted = results.ranked(rung - 1).stream()
                .filter(standing -> before.contains(standing.candidate()))
                .limit(halving.promoted(before.size()))
                .filter(standing -> standing.summary().finished() > 0)
                .map(Standing::candidate)
                .filter(candidate -> !group.rungs().get(rung).contains(candidate))
                .limit(most)
                .toList();
        group.rungs().get(rung).addAll(promoted);
        return promoted;
    }

    /** Returns the combinations that have been run, ranked. */
    private static List<Map<String, String>> known(Group group, SweepResults results) {
        return results.ranked().stream()
                .map(Standing::candidate)
                .filter(group.rungs().get(0)::contains)
                .map(SweepCandidate::settings)
                .toList();
    }

    private List<SweepRun> runs(Path folder, SweepCandidate candidate, int rung) {
        return runs(folder, candidate, rung, whole -> halving.timesteps(rung, whole));
    }

    /**
     * Successive halving (Jamieson, Talwalkar 2016): all candidates run a part of the timesteps, the best of them more,
     * the best of those all. Immutable, any thread.
     *
     * @param candidates number of candidates at the start
     * @param factor by which candidates become fewer and timesteps more; 1 for one rung of whole runs
     */
    record Halving(int candidates, int factor) {
        /** Most rungs; runs shorter than a ninth of the whole show little. */
        private static final int MOST_RUNGS = 3;

        static final int DEFAULT_FACTOR = 3;

        /** Returns the number of rungs, of which the last one has whole runs. */
        int rungs() {
            int rungs = 1;
            for (long left = candidates; factor > 1 && rungs < MOST_RUNGS && left >= factor; left /= factor) {
                rungs++;
            }
            return rungs;
        }

        /** Returns how many of {@code ended} candidates of a rung continue in the next one. */
        int promoted(int ended) {
            return ended / factor;
        }

        /** Returns the timesteps at which a run's rung ends, out of {@code whole} ones. */
        long timesteps(int rung, long whole) {
            long part = whole;
            for (int i = rung; i < rungs() - 1; i++) {
                part /= factor;
            }
            return Math.max(1, part);
        }
    }
}
