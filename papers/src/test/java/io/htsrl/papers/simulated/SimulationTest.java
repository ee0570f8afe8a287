package io.htsrl.papers.simulated;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cluster.table.ClusterCounters.Count;
import io.htsrl.core.random.RandomStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(1800)
class SimulationTest {
    private static final Model CALM = new Model(20, 4, 128, 0.02, 37e3, 5.2e3, 1.1e9, 0, 60, 0, 2);

    private static Simulation.Result run(Model model, double seconds) {
        return new Simulation(model, RandomStream.root(1)).run(seconds);
    }

    @Test
    void shouldTakeTheTimeOfTheCostModelWithoutLosses() {
        Simulation.Result result = run(CALM, 300);

        assertEquals(CALM.expected(), result.seconds(), 0.1 * CALM.expected());
        assertEquals((long) result.intervals() * CALM.columns(), result.tally().count(Count.COLUMNS));
        assertEquals(0, result.tally().count(Count.AGAIN));
    }

    @Test
    void shouldWaitForASlowLink() {
        Model slow = new Model(20, 4, 128, 0.001, 6.75e6, 0.9e6, 1e8, 0, 60, 0, 2);

        double seconds = run(slow, 300).seconds();

        assertTrue(seconds >= slow.nodes() * slow.policyBytes() / slow.bandwidth(), seconds + " s");
        assertTrue(seconds <= slow.expected(), seconds + " s: the link carries both ways at once");
    }

    /** Checks that each column arrives although most nodes vanish in an hour. */
    @Test
    void shouldFillAllColumnsWithLosses() {
        Simulation.Result result = run(CALM.with(0.95, 0), 1200);

        assertTrue(result.tally().count(Count.LOST) > 2, result + "");
        assertTrue(result.tally().count(Count.AGAIN) > 0, result + "");
        assertEquals((long) result.intervals() * CALM.columns(), result.tally().count(Count.COLUMNS));
        // with a node missing another steps its columns one after the other: two rounds, not more
        assertTrue(result.seconds() < 2 * CALM.expected(), result + "");
    }

    @Test
    void shouldGainBySecondAttemptsOfLateUnits() {
        Simulation.Result result = run(CALM.with(0, 0.02), 600);

        assertTrue(result.tally().count(Count.SECOND) > 0, result + "");
        assertTrue(result.tally().count(Count.DUPLICATE) > 0, "late results still arrive");
        assertTrue(result.seconds() < 0.7 * Model.SLOWDOWN * CALM.expected(), result + "");
    }

    @Test
    void shouldBeAFunctionOfItsSeed() {
        Model model = CALM.with(0.3, 0.02);
        List<Double> seconds = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            seconds.add(run(model, 300).seconds());
        }

        assertEquals(seconds.get(0), seconds.get(1));
    }
}
