package io.htsrl.core.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class EnvironmentSourceTest {

    @Test
    void shouldSayWhichEnvironmentHasBoundsThatAreNone() {
        Environment broken = new Environment() {
            @Override
            public EnvironmentSpec spec() {
                ActionSpace box = new ActionSpace.Continuous(new float[] {Float.NaN}, new float[] {1});
                return new EnvironmentSpec("Broken-v0", ObservationSpace.floats(1), box, 0, Double.NaN);
            }

            @Override
            public void reset(long seed, ObservationSlot out) {}

            @Override
            public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {}
        };

        EnvironmentFailedException refused = assertThrows(
                EnvironmentFailedException.class,
                () -> EnvironmentSource.of("Broken-v0", () -> broken).create());

        assertEquals(
                "environment (Broken-v0) does not describe itself in spec(): continuous actions: component 0 has the "
                        + "bounds NaN and 1.0: the lower one must be at most the upper, and neither NaN",
                refused.getMessage());
    }
}
