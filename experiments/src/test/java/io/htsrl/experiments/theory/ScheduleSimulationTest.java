package io.htsrl.experiments.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.environments.wrapper.StepTime;
import io.htsrl.experiments.theory.ScheduleSimulation.Setup;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Seeds are fixed, so an outcome never changes; where chance is left, the bound is five standard errors. */
@Tag("slow")
class ScheduleSimulationTest {
    private static final long SEED = 2020;

    @Test
    void shouldReachTheBoundExactlyAtConstantTimes() {
        double bound = ClaimOne.zeroWaitBound(16, 0.005);
        ScheduleSimulation simulation = simulate("constant:5ms", 16, 128);
        assertEquals(bound, simulation.hts());
        assertEquals(bound, simulation.sync());
        assertEquals(bound, simulation.async());
    }

    @Test
    void shouldBeAFunctionOfSetupAndSeed() {
        Setup setup = setup("lognormal:5ms", 4, 8);
        assertEquals(new ScheduleSimulation(setup, 1).hts(), new ScheduleSimulation(setup, 1).hts());
        assertEquals(new ScheduleSimulation(setup, 1).sync(), new ScheduleSimulation(setup, 1).sync());
        assertEquals(new ScheduleSimulation(setup, 1).async(), new ScheduleSimulation(setup, 1).async());
        assertNotEquals(new ScheduleSimulation(setup, 1).hts(), new ScheduleSimulation(setup, 2).hts());
    }

    @Test
    void shouldWaitForTheSlowestOfEachStepUnderSync() {
        double harmonic = 0;
        for (int k = 1; k <= 16; k++) {
            harmonic += 1.0 / k; // the expectation of the greatest of n exponential times, in means
        }
        assertNear(3200 / harmonic, simulate("exponential:5ms", 16, 128).sync());
    }

    @Test
    void shouldWaitForNothingUnderAsync() {
        assertNear(3200, simulate("exponential:5ms", 16, 128).async());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "constant:5ms",
                "uniform:5ms",
                "exponential:5ms",
                "gamma(0.25):5ms",
                "lognormal:5ms",
                "pareto:5ms",
                "exponential:5ms:burn"
            })
    void shouldPutAsyncAboveHtsAboveSync(String time) {
        ScheduleSimulation simulation = new ScheduleSimulation(withCosts(setup(time, 8, 32), 1e-5, 0.01), SEED);
        double hts = simulation.hts();
        assertTrue(simulation.sync() < hts, time);
        assertTrue(simulation.async() > hts * 0.999999, time);
    }

    @Test
    void shouldGrowWithEnvironmentsAndSyncIntervalAndFallWithVariance() {
        double few = simulate("exponential:5ms", 8, 32).hts();
        assertTrue(simulate("exponential:5ms", 16, 32).hts() > few);
        assertTrue(simulate("exponential:5ms", 8, 64).hts() > few);
        assertTrue(simulate("gamma(4):5ms", 8, 32).hts() > few);
        assertTrue(simulate("gamma(0.25):5ms", 8, 32).hts() < few);
    }

    @Test
    void shouldHideTheLearnerUnderHtsUnlessItIsTheSlower() {
        Setup setup = setup("constant:5ms", 16, 100);
        ScheduleSimulation fast = new ScheduleSimulation(withCosts(setup, 0, 0.4), SEED);
        assertEquals(1600 / 0.5, fast.hts(), 1e-9);
        assertEquals(1600 / 0.9, fast.sync(), 1e-9);
        assertEquals(1600 / 0.5, fast.async(), 1e-9);
        ScheduleSimulation slow = new ScheduleSimulation(withCosts(setup, 0, 0.8), SEED);
        assertEquals(1600 / 0.8, slow.hts(), 1e-9);
        assertEquals(1600 / 1.3, slow.sync(), 1e-9);
        assertEquals(1600 / 0.8, slow.async(), 1e-9);
    }

    @Test
    void shouldAddTheActorsTimeOnceUnderHtsAndForTheBatchUnderSync() {
        ScheduleSimulation simulation =
                new ScheduleSimulation(withCosts(setup("constant:4ms", 16, 100), 1e-4, 0), SEED);
        assertEquals(16 / 0.0041, simulation.hts(), 1e-9);
        assertEquals(16 / 0.0041, simulation.async(), 1e-8);
        assertEquals(16 / 0.0056, simulation.sync(), 1e-9);
    }

    @Test
    void shouldNotServeMoreStatesThanTheCoresCan() {
        ScheduleSimulation simulation = new ScheduleSimulation(withCosts(setup("constant:1ms", 64, 10), 1e-3, 0), SEED);
        assertEquals(2000, simulation.hts(), 1e-9);
        assertEquals(2000, simulation.async(), 1e-9);
    }

    @Test
    void shouldStepTheEnvironmentsOfAnExecutorOneAfterAnother() {
        ScheduleSimulation simulation = new ScheduleSimulation(withExecutors(setup("constant:5ms", 16, 128), 3), SEED);
        assertEquals(16 / 0.03, simulation.hts(), 1e-9);
        assertEquals(16 / 0.03, simulation.sync(), 1e-9);
        assertEquals(3 / 0.005, simulation.async(), 1e-9);
    }

    @Test
    void shouldShareTheCoresAmongStepsThatBurn() {
        ScheduleSimulation simulation = simulate("constant:5ms:burn", 16, 128);
        assertEquals(400, simulation.hts(), 1e-9);
        assertEquals(400, simulation.sync(), 1e-9);
        assertEquals(400, simulation.async(), 1e-9);
        ScheduleSimulation learning =
                new ScheduleSimulation(withCosts(setup("constant:5ms:burn", 16, 100), 0, 1), SEED);
        // 16 times 0.5 s and 1 s of learning share two cores: at 4.25 s the steps and half of the learning are done
        assertEquals(1600 / 4.75, learning.hts(), 1e-9);
        assertEquals(1600 / 5.0, learning.sync(), 1e-9);
        assertEquals(1600 / 4.5, learning.async(), 1e-9);
    }

    private static void assertNear(double expected, double simulated) {
        assertEquals(expected, simulated, 0.003 * expected); // five standard errors are more
    }

    private static ScheduleSimulation simulate(String time, int environments, int syncInterval) {
        return new ScheduleSimulation(setup(time, environments, syncInterval), SEED);
    }

    /** One executor per environment on two cores; actor and learner take no time. */
    private static Setup setup(String time, int environments, int syncInterval) {
        return new Setup(StepTime.parse(time), environments, environments, syncInterval, 2, 0, 0);
    }

    private static Setup withExecutors(Setup s, int executors) {
        return new Setup(s.time(), s.environments(), executors, s.syncInterval(), s.cores(), 0, 0);
    }

    private static Setup withCosts(Setup s, double actor, double learner) {
        return new Setup(s.time(), s.environments(), s.executors(), s.syncInterval(), s.cores(), actor, learner);
    }
}
