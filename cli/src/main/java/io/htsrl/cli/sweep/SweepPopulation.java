package io.htsrl.cli.sweep;

import io.htsrl.cli.settings.ForkSettings;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.cli.sweep.SweepPlan.SweepCandidate;
import io.htsrl.cli.sweep.SweepPlan.SweepFork;
import io.htsrl.cli.sweep.SweepResults.Standing;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.core.environment.SavedState;
import io.htsrl.core.error.Violations;
import io.htsrl.core.error.Violations.Violation;
import io.htsrl.core.random.RandomStream;
import io.htsrl.trainer.config.RunConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Population-based training (Jaderberg et al. 2017): all members train for a round, then each of the worst quarter is
 * replaced by a fork of one of the best quarter, with changed settings. Draws depend on the seed, the round and the
 * member alone. One thread.
 */
final class SweepPopulation extends SweepSchedule {
    private static final int PARTS = 4;
    private static final int DEFAULT_ROUNDS = 10;
    private static final double RESAMPLED = 0.25;

    private final SweepSpace space;
    private final SweepPlan plan;
    private final long every;
    private final RandomStream chance;
    private final List<SweepCandidate> members;
    private int round;

    /**
     * Makes a population, and draws its members.
     *
     * @param plan draws them
     * @param seeds of each member
     * @param every timesteps of a round; 0 for a tenth of the run
     * @param root seed of the draws
     */
    SweepPopulation(SweepSpace space, SweepPlan plan, List<Long> seeds, long every, long root) {
        super(seeds);
        this.space = space;
        this.plan = plan;
        this.every = every;
        this.chance = RandomStream.root(root).spawn("pbt");
        for (SweepCandidate drawn : plan.next(plan.wanted(), List.of())) {
            candidates().add(drawn.as(candidates().size() + 1, null));
        }
        this.members = new ArrayList<>(candidates());
    }

    @Override
    public List<Violation> mistakes() {
        List<Violation> mistakes = plan.wrong(candidates());
        return mistakes.isEmpty() ? unforkable(SweepPlan.run(candidates().get(0), 0)) : mistakes;
    }

    /** Returns why runs of these settings cannot be forked. */
    private List<Violation> unforkable(ResolvedRun run) {
        RunConfig config = run.config();
        boolean exact = config.promised() && config.unpromised().isEmpty() && config.ask(SavedState::resumes);
        return ForkSettings.check(space.keys(), config, new Violations())
                .check(
                        exact,
                        "--pbt",
                        null,
                        "needs runs that can be forked: equal bits, and an environment that can save its state",
                        "use --search")
                .check(
                        run.evaluation().stopWhen().isEmpty()
                                && run.evaluation().patience() == 0,
                        "--pbt",
                        null,
                        "must not be given beside --stop-when or --patience",
                        "leave them out")
                .list();
    }

    @Override
    public List<String> notes() {
        return plan.note().isEmpty() ? List.of() : List.of(plan.note());
    }

    @Override
    public String text() {
        return Numbers.count(candidates().size(), "member");
    }

    @Override
    public List<SweepRun> next(Path folder, SweepResults results) {
        if (round > 0) {
            List<Standing> ranked = results.ranked(round - 1);
            if (ranked.stream().allMatch(standing -> !standing.runs().get(0).pauses())) {
                return List.of();
            }
            replace(ranked);
        }
        int now = round++;
        List<SweepRun> runs = new ArrayList<>();
        for (SweepCandidate member : members) {
            runs.addAll(runs(folder, member, now, whole -> end(now, whole)));
        }
        return runs;
    }

    private long end(int now, long whole) {
        long length = every == 0 ? Math.max(1, whole / DEFAULT_ROUNDS) : every;
        return length < whole / (now + 1) ? length * (now + 1) : whole;
    }

    /** Replaces the worst members; none where no member is better. */
    private void replace(List<Standing> ranked) {
        int quarter = Math.max(1, ranked.size() / PARTS);
        List<Standing> best = ranked.subList(0, Math.min(quarter, ranked.size() / 2)).stream()
                .filter(Standing::isComplete)
                .toList();
        for (Standing worst : best.isEmpty() ? best : ranked.subList(ranked.size() - quarter, ranked.size())) {
            int number = worst.candidate().member();
            RandomStream draws = chance.spawn(round).spawn(number);
            Standing parent = best.get((int) (draws.uniform(0) * best.size()));
            members.set(number - 1, forked(parent, number, draws));
        }
    }

    private SweepCandidate forked(Standing parent, int number, RandomStream draws) {
        Map<String, String> explored = new LinkedHashMap<>();
        for (SweepAxis axis : space.axes()) {
            RandomStream ofKey = draws.spawn(axis.key());
            String before = parent.candidate().settings().get(axis.key());
            explored.put(
                    axis.key(),
                    ofKey.uniform(0) < RESAMPLED
                            ? axis.at(ofKey.uniform(1))
                            : axis.next(before, ofKey.uniform(1) < 0.5));
        }
        SweepFork fork =
                new SweepFork(parent.candidate(), null, parent.runs().get(0).until());
        SweepCandidate changed = SweepCandidate.of(plan.base(), explored).as(number, fork);
        return SweepPlan.wrong(changed).isEmpty() ? changed : parent.candidate().as(number, fork);
    }
}
