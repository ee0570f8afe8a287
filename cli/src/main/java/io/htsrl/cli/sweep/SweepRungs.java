package io.htsrl.cli.sweep;

import io.htsrl.cli.settings.ResolvedRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The runs of each rung of a sweep: all candidates with every seed, then those that go on. Immutable.
 *
 * @param candidates of the first rung
 * @param seeds      of each candidate
 * @param halving    how candidates become fewer, counted for each algorithm
 * @param algorithms how many there are
 */
record SweepRungs(List<SweepCandidate> candidates, List<Long> seeds, Halving halving, int algorithms) {

    int count() {
        return halving.rungs();
    }

    /** Runs in all rungs together, where none fails. */
    int all() {
        return count() == 1 ? candidates.size() * seeds.size() : halving.all() * algorithms * seeds.size();
    }

    /** @param results of the rungs before */
    List<SweepRun> runs(int rung, Path folder, SweepResults results) {
        List<SweepRun> runs = new ArrayList<>();
        for (SweepCandidate candidate : rung == 0 ? candidates : results.best(rung - 1, halving.candidates(rung))) {
            for (long seed : seeds) {
                runs.add(run(folder, candidate, rung, seed));
            }
        }
        return runs;
    }

    private SweepRun run(Path folder, SweepCandidate candidate, int rung, long seed) {
        ResolvedRun whole = SweepPlan.run(candidate, seed);
        if (rung == count() - 1) {
            return SweepRun.whole(folder, candidate, rung, whole);
        }
        long timesteps = halving.timesteps(rung, whole.config().totalTimesteps());
        return SweepRun.part(folder, candidate, rung, SweepPlan.run(candidate, seed, timesteps));
    }

    /** What is told of a rung before it. */
    String text(int rung, List<SweepRun> runs) {
        long timesteps = runs.isEmpty() ? 0 : runs.get(0).run().config().totalTimesteps();
        return String.format(
                Locale.ROOT,
                "rung %d of %d: %d candidates, %,d timesteps each",
                rung + 1,
                count(),
                runs.size() / seeds.size(),
                timesteps);
    }
}
