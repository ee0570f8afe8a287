package io.htsrl.experiments.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.experiments.tune.RoleCosts.ForwardCost;
import io.htsrl.experiments.tune.RoleCosts.HandOver;
import io.htsrl.experiments.tune.RoleCosts.LearnerCost;
import io.htsrl.experiments.tune.RoleCosts.StepCost;
import io.htsrl.experiments.tune.ThroughputModel.Forecast;
import io.htsrl.experiments.tune.ThroughputModel.Forecast.Bottleneck;
import io.htsrl.experiments.tune.ThroughputModel.Workload;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Tests cases that can be reckoned by hand, in seconds; and what must hold of all. */
class ThroughputModelTest {
    private static final double CLOSE = 1e-9;
    private static final TunedSettings PLAIN = new TunedSettings(1, 0, 4, WaitMode.PHASED, 1);

    private static Workload load(Schedule schedule, int cores) {
        return new Workload(schedule, 4, 10, 4, cores);
    }

    private static Map<WaitMode, HandOver> handOvers(double latency) {
        Map<WaitMode, HandOver> all = new EnumMap<>(WaitMode.class);
        for (WaitMode mode : WaitMode.values()) {
            all.put(mode, new HandOver(latency, 0));
        }
        return all;
    }

    private static RoleCosts costs(StepCost step, ForwardCost forward, Map<Integer, Double> learner) {
        return new RoleCosts(step, forward, LearnerCost.of(learner), handOvers(0.5), 0);
    }

    private static RoleCosts computed(double step, ForwardCost forward, double learner) {
        return costs(new StepCost(step, step, 0), forward, Map.of(1, learner));
    }

    private static Forecast of(Schedule schedule, int cores, RoleCosts costs, TunedSettings settings) {
        return new ThroughputModel(load(schedule, cores), costs).of(settings);
    }

    @Test
    void shouldHideTheShorterOfRolloutAndUpdateUnderHts() {
        RoleCosts costs = computed(1, new ForwardCost(2, 0.5), 100);
        // 40 steps of 1, 10 forwards of 2 + 4 x 0.5
        assertEquals(80, of(Schedule.HTS, 2, costs, PLAIN).rollout(), CLOSE);
        assertEquals(100, of(Schedule.HTS, 2, costs, PLAIN).interval(), CLOSE);
        assertEquals(0.4, of(Schedule.HTS, 2, costs, PLAIN).stepsPerSecond(), CLOSE);
        assertEquals(Bottleneck.LEARNER, of(Schedule.HTS, 2, costs, PLAIN).bottleneck());
        assertEquals(
                80,
                of(Schedule.HTS, 2, computed(1, new ForwardCost(2, 0.5), 10), PLAIN)
                        .interval(),
                CLOSE);
    }

    @Test
    void shouldAddRolloutAndUpdateUnderSync() {
        RoleCosts costs = computed(1, new ForwardCost(2, 0.5), 100);
        assertEquals(180, of(Schedule.SYNC, 2, costs, PLAIN).interval(), CLOSE);
    }

    @Test
    void shouldAddThemOnASingleCoreToo() {
        RoleCosts costs = computed(1, new ForwardCost(2, 0.5), 100);
        Forecast forecast = of(Schedule.HTS, 1, costs, PLAIN);
        assertEquals(180, forecast.interval(), CLOSE);
        assertEquals(180, forecast.cores(), CLOSE);
        assertEquals(Bottleneck.CORES, forecast.bottleneck());
    }

    @Test
    void shouldShareCoresAmongMoreThreadsThanThere() {
        RoleCosts costs = computed(1, new ForwardCost(0, 0), 10);
        // two executors of 20 and a learner of 10 on two cores: each at 2/3 until 15, then both executors alone
        assertEquals(
                25,
                of(Schedule.HTS, 2, costs, new TunedSettings(2, 0, 4, WaitMode.PHASED, 1))
                        .interval(),
                CLOSE);
        assertEquals(
                20,
                of(Schedule.HTS, 3, costs, new TunedSettings(2, 0, 4, WaitMode.PHASED, 1))
                        .interval(),
                CLOSE);
    }

    @Test
    void shouldNeedNoCoreForStepsThatBlock() {
        RoleCosts costs = costs(new StepCost(1, 0, 0), new ForwardCost(0, 0), Map.of(1, 5.0));
        Forecast forecast = of(Schedule.HTS, 1, costs, new TunedSettings(4, 0, 4, WaitMode.PHASED, 1));
        assertEquals(10, forecast.interval(), CLOSE);
        assertEquals(Bottleneck.STEPS, forecast.bottleneck());
    }

    @Test
    void shouldWaitForTheSlowestAtTheEndUnderHtsAndAtEachStepUnderSync() {
        RoleCosts costs = costs(new StepCost(1, 0, 1), new ForwardCost(0, 0), Map.of(1, 0.0));
        TunedSettings all = new TunedSettings(4, 0, 4, WaitMode.PHASED, 1);
        double ofExponentials = 1 + 1 / 2.0 + 1 / 3.0 + 1 / 4.0; // the expected greatest of four
        RoleCosts free = new RoleCosts(costs.step(), costs.forward(), costs.learner(), handOvers(0), 0);
        assertEquals(10 * ofExponentials, of(Schedule.SYNC, 1, free, all).interval(), 0.01);
        Workload once = new Workload(Schedule.HTS, 4, 1, 4, 1);
        assertEquals(ofExponentials, new ThroughputModel(once, free).of(all).interval(), 0.001);
        assertTrue(of(Schedule.HTS, 1, free, all).interval() < 15);
    }

    @Test
    void shouldLetExecutorsHelpTheLearnerOnceTheyWait() {
        RoleCosts costs = costs(new StepCost(1, 1, 0), new ForwardCost(0, 0), Map.of(1, 100.0, 2, 60.0));
        // 40 of 100 are learnt by then, and the other 60 % take 60 % of 60
        assertEquals(
                40 + 36,
                of(Schedule.HTS, 2, costs, new TunedSettings(1, 0, 4, WaitMode.PHASED, 2))
                        .interval(),
                CLOSE);
        assertEquals(100, of(Schedule.HTS, 2, costs, PLAIN).interval(), CLOSE);
        assertEquals(
                40 + 60,
                of(Schedule.SYNC, 2, costs, new TunedSettings(1, 0, 4, WaitMode.PHASED, 2))
                        .interval(),
                CLOSE);
    }

    @Test
    void shouldLetActorsTakeTurnsWithExecutorsAndHandOver() {
        RoleCosts costs = computed(1, new ForwardCost(10, 1), 0);
        // while a batch of four is served all have come: 4 steps, 14 of forward, 2 hand-overs of 0.5, ten times
        Forecast forecast = of(Schedule.HTS, 4, costs, new TunedSettings(1, 1, 4, WaitMode.PHASED, 1));
        assertEquals(4, forecast.batch(), CLOSE);
        assertEquals(10 * (4 + 14 + 1), forecast.interval(), CLOSE);
        assertEquals(Bottleneck.ACTORS, forecast.bottleneck());
    }

    @Test
    void shouldKeepABusyActorBusy() {
        RoleCosts costs = computed(1, new ForwardCost(10, 1), 0);
        // two batches of two take turns: the actor serves 20 of 12 seconds
        assertEquals(
                240,
                of(Schedule.HTS, 4, costs, new TunedSettings(1, 1, 2, WaitMode.PHASED, 1))
                        .interval(),
                CLOSE);
    }

    @Test
    void shouldTakeCoresFromOthersBySpinning() {
        RoleCosts costs = computed(1, new ForwardCost(0, 0), 10);
        Forecast spinning = of(Schedule.HTS, 2, costs, new TunedSettings(3, 0, 4, WaitMode.BUSY_SPIN, 1));
        Forecast sleeping = of(Schedule.HTS, 2, costs, new TunedSettings(3, 0, 4, WaitMode.BLOCKING, 1));
        assertEquals(2 * 20, spinning.interval(), CLOSE);
        assertTrue(sleeping.interval() < spinning.interval());
    }

    @Test
    void shouldTakeCoresByShortWaitsThatSpin() {
        RoleCosts costs = new RoleCosts(
                new StepCost(1e-6, 1e-6, 0),
                new ForwardCost(4e-6, 0),
                LearnerCost.of(Map.of(1, 160e-6)),
                Map.of(WaitMode.PHASED, new HandOver(0, 1), WaitMode.BLOCKING, new HandOver(0, 0)),
                0);
        // executor and actor take turns: 80 us; of three threads on two cores each has two thirds of one, of two each
        // its own
        assertEquals(
                200e-6,
                of(Schedule.HTS, 2, costs, new TunedSettings(1, 1, 4, WaitMode.PHASED, 1))
                        .interval(),
                1e-12);
        assertEquals(
                160e-6,
                of(Schedule.HTS, 2, costs, new TunedSettings(1, 1, 4, WaitMode.BLOCKING, 1))
                        .interval(),
                1e-12);
    }

    @Test
    void shouldBelieveThatSharingCanBeSlower() {
        RoleCosts costs = computed(1, new ForwardCost(0, 0), 100);
        RoleCosts slower = costs(costs.step(), costs.forward(), Map.of(1, 100.0, 2, 150.0));
        assertEquals(
                40 + 0.6 * 150,
                of(Schedule.HTS, 2, slower, new TunedSettings(1, 0, 4, WaitMode.PHASED, 2))
                        .interval(),
                CLOSE);
    }

    @Test
    void shouldStepInAsManyPlacesAsThereAreProcesses() {
        StepCost step = new StepCost(1, 0.1, 0, 2, 0.01);
        RoleCosts costs = costs(step, new ForwardCost(0.1, 0), Map.of(1, 0.0));
        Forecast forecast = of(Schedule.HTS, 4, costs, PLAIN);
        assertEquals(2 * 10 + 10 * 0.1, forecast.interval(), CLOSE);
    }

    @Test
    void shouldFitALineThroughForwards() {
        ForwardCost line = ForwardCost.fitted(Map.of(1.0, 3.0, 4.0, 6.0, 16.0, 18.0));
        assertEquals(2, line.batch(), CLOSE);
        assertEquals(1, line.state(), CLOSE);
        assertEquals(new ForwardCost(3, 0), ForwardCost.fitted(Map.of(1.0, 3.0)));
        assertEquals(0, ForwardCost.fitted(Map.of(1.0, 3.0, 4.0, 2.0)).state());
        assertEquals(0, ForwardCost.fitted(Map.of(1.0, 1.0, 4.0, 8.0)).batch());
    }

    @Property(tries = 300)
    void shouldNeverBeSlowerWithMoreCoresOrACheaperLearner(
            @ForAll Schedule schedule,
            @ForAll @IntRange(min = 1, max = 32) int environments,
            @ForAll @IntRange(min = 1, max = 64) int syncInterval,
            @ForAll @IntRange(min = 1, max = 8) int cores,
            @ForAll @DoubleRange(min = 0.1, max = 10_000) double stepMicros,
            @ForAll @DoubleRange(min = 0, max = 1) double onCore,
            @ForAll @DoubleRange(min = 0, max = 2) double deviation,
            @ForAll @DoubleRange(min = 0.1, max = 1_000) double forwardMicros,
            @ForAll @DoubleRange(min = 0, max = 1) double learner) {
        Schedule of = schedule.oneThread() ? Schedule.HTS : schedule;
        double step = stepMicros / 1e6;
        double forward = forwardMicros / 1e6;
        RoleCosts costs = new RoleCosts(
                new StepCost(step, step * onCore, deviation),
                new ForwardCost(forward, forward / 4),
                LearnerCost.of(Map.of(1, learner, 2, learner * 0.6)),
                handOvers(1e-5),
                1e-5);
        RoleCosts dearer = new RoleCosts(
                costs.step(),
                costs.forward(),
                LearnerCost.of(Map.of(1, learner * 1.5, 2, learner * 0.9)),
                costs.handOvers(),
                1e-5);
        Workload few = new Workload(of, environments, syncInterval, environments, cores);
        Workload more = new Workload(of, environments, syncInterval, environments, cores + 1);
        for (TunedSettings settings : some(environments)) {
            double rate = new ThroughputModel(few, costs).of(settings).stepsPerSecond();
            String what = settings + ": ";
            assertTrue(new ThroughputModel(more, costs).of(settings).stepsPerSecond() >= rate * (1 - CLOSE), what);
            assertTrue(new ThroughputModel(few, dearer).of(settings).stepsPerSecond() <= rate * (1 + CLOSE), what);
            double work = step * onCore + costs.forward().perState(environments);
            assertTrue(rate <= cores / work * (1 + CLOSE), what + "no more than all cores compute");
            assertTrue(
                    rate <= settings.executors() / step * (1 + CLOSE), what + "no more than executors that never wait");
        }
    }

    private static List<TunedSettings> some(int n) {
        return List.of(
                new TunedSettings(1, 0, n, WaitMode.PHASED, 1),
                new TunedSettings(n, 0, n, WaitMode.PHASED, 2),
                new TunedSettings((n + 1) / 2, 1, (n + 1) / 2, WaitMode.BLOCKING, 1),
                new TunedSettings((n + 1) / 2, 2, 1, WaitMode.BUSY_SPIN, 2));
    }
}
