package io.htsrl.benchmarks.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.schedule.WaitMode;
import io.htsrl.experiments.tune.TunedSettings;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TuneGridTest {
    @ParameterizedTest
    @ValueSource(strings = {"ppo", "a2c", "dqn", "exponential", "burning"})
    void shouldConfigureEachScenario(String name) {
        assertEquals(
                name.equals("burning") ? 8 : 16,
                Scenario.named(List.of(name)).get(0).config().pipeline().numEnvs());
    }

    @Test
    void shouldFindScenariosByName() {
        assertEquals(6, Scenario.named(List.of()).size());
        assertThrows(IllegalArgumentException.class, () -> Scenario.named(List.of("pong")));
    }

    @Test
    void shouldContainEachPointOnceWithinItsBounds() {
        List<TunedSettings> points = Grid.points(16, 2);
        assertEquals(4 * 3 * 2 * 3 * 2, points.size());
        assertEquals(points.size(), new HashSet<>(points).size());
        assertTrue(points.contains(new TunedSettings(16, 2, 4, WaitMode.YIELDING, 2)));
        assertTrue(Grid.points(1, 1).stream()
                .allMatch(settings -> settings.executors() == 1 && settings.actorBatch() == 1));
    }

    @Test
    void shouldBreakBarsBySlowChoicesAndWrongPredictions() {
        assertTrue(new TuneGrid.Verdict(100, 96, 108).holds());
        assertFalse(new TuneGrid.Verdict(100, 94, 94).holds());
        assertFalse(new TuneGrid.Verdict(100, 100, 84).holds());
        assertEquals(1, new TuneGrid.Verdict(90, 100, 100).share());
        assertEquals(0.1, new TuneGrid.Verdict(100, 100, 110).error(), 1e-12);
    }
}
