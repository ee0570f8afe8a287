package io.htsrl.python;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PythonEnvironmentTest {
    private final float[] observation = new float[3];
    private final ObservationSlot slot = new ObservationSlot().at(observation, 0);
    private final StepResult result = new StepResult();

    @Test
    void shouldStepAnEnvironmentOfPlainPython() {
        try (Environment chain = Python.plain("chain:Chain", Map.of("length", "3"))) {
            chain.reset(5L << 33, slot);
            assertArrayEquals(new float[] {0, 0, 5f / (1L << 31)}, observation);

            chain.step(new float[] {9, 1}, 1, slot, result);
            assertArrayEquals(new float[] {1f / 3, 1, (5L * 1103515245 + 12345) % (1L << 31) / (float) (1L << 31)}, observation);
            assertEquals(-0.01, result.reward);

            chain.step(new float[] {1}, 0, slot, result);
            chain.step(new float[] {1}, 0, slot, result);
            assertEquals(1.0, result.reward);
            assertEquals(true, result.terminated);
            assertEquals(false, result.truncated);
        }
    }

    @Test
    void shouldDescribeIt() {
        try (Environment chain = Python.plain("chain:Chain", Map.of())) {
            assertEquals(ObservationSpace.floats(3), chain.spec().observationSpace());
            assertEquals(new ActionSpace.Discrete(2), chain.spec().actionSpace());
            assertEquals("gym:chain:Chain", chain.spec().id());
        }
    }
}
