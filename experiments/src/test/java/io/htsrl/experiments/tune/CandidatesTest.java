package io.htsrl.experiments.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.experiments.tune.Candidates.Candidate;
import io.htsrl.experiments.tune.RoleCosts.ForwardCost;
import io.htsrl.experiments.tune.RoleCosts.HandOver;
import io.htsrl.experiments.tune.RoleCosts.LearnerCost;
import io.htsrl.experiments.tune.RoleCosts.StepCost;
import io.htsrl.experiments.tune.ThroughputModel.Workload;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CandidatesTest {
    private static final Workload LOAD = new Workload(Schedule.HTS, 16, 32, 16, 2);

    private static ThroughputModel model(StepCost step) {
        return new ThroughputModel(
                LOAD,
                new RoleCosts(
                        step,
                        new ForwardCost(1e-6, 1e-7),
                        LearnerCost.of(Map.of(1, 1e-3, 2, 7e-4)),
                        Map.of(WaitMode.PHASED, new HandOver(1e-6, 1e-6)),
                        0));
    }

    @Test
    void shouldTryEachSettingOnceAndWithinItsBounds() {
        List<TunedSettings> all = Candidates.all(LOAD, true);
        assertEquals(all.size(), new HashSet<>(all).size());
        assertTrue(all.stream()
                .allMatch(settings -> settings.executors() >= 1
                        && settings.executors() <= 16
                        && settings.actors() <= 2
                        && settings.actorBatch() <= 16
                        && settings.learners() <= 2));
        assertTrue(all.contains(new TunedSettings(3, 2, 1, WaitMode.BUSY_SPIN, 2)));
        assertTrue(Candidates.all(LOAD, false).stream().allMatch(settings -> settings.learners() == 1));
    }

    @Test
    void shouldHaveOneExecutorWhereStepsAreNextToNothing() {
        List<Candidate> ranked = Candidates.ranked(Candidates.all(LOAD, true), model(new StepCost(1e-7, 1e-7, 0)));
        assertEquals(
                new TunedSettings(1, 0, 16, WaitMode.PHASED, 2), ranked.get(0).settings());
    }

    @Test
    void shouldHaveAnExecutorForEachEnvironmentWhereStepsBlock() {
        List<Candidate> ranked = Candidates.ranked(Candidates.all(LOAD, true), model(new StepCost(5e-3, 1e-5, 1)));
        assertEquals(16, ranked.get(0).settings().executors());
    }

    @Test
    void shouldMeasureKindsThatAreNotAlike() {
        List<Candidate> ranked = Candidates.ranked(Candidates.all(LOAD, true), model(new StepCost(1e-7, 1e-7, 0)));
        List<Candidate> best = Candidates.best(ranked, 3);
        assertEquals(3, best.size());
        assertEquals(
                3,
                best.stream()
                        .map(c -> List.of(
                                c.settings().executors(),
                                c.settings().actors() > 0,
                                c.settings().learners()))
                        .distinct()
                        .count());
    }
}
