package io.htsrl.experiments.steps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.Environments;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StepProbeTest {
    @Test
    void shouldStepThroughEndsOfEpisodesAsOftenAsItMayAndNotMore() {
        StepProbe probe =
                Environments.ask("CartPole-v1", Map.of(), environment -> StepProbe.of(environment, 1000, 300));
        assertEquals(300, probe.steps());
        assertTrue(probe.processor() <= probe.wall(), probe::toString);
        assertTrue(probe.deviation() >= 0, probe::toString);
    }

    @Test
    void shouldTakeAFewStepsHoweverLittleTimeThereIs() {
        StepProbe probe = Environments.ask("CartPole-v1", Map.of(), environment -> StepProbe.of(environment, 0, 300));
        assertEquals(20, probe.steps());
    }

    @Test
    void shouldTellStepsThatWaitFromStepsThatOthersHoldUpNowAndThen() {
        assertTrue(new StepProbe(100, 5e-3, 2e-5, 5e-3, 1).blocks());
        assertFalse(new StepProbe(100, 1e-5, 1e-6, 1e-6, 3).blocks(), "most steps take as long as they compute");
    }
}
