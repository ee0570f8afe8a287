package io.htsrl.core.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.error.ConfigurationException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClassEnvironmentsTest {
    /** Counts to three. */
    public static class Counting implements Environment {
        private int steps;

        @Override
        public EnvironmentSpec spec() {
            return new EnvironmentSpec("Counting-v0", ObservationSpace.floats(1), new ActionSpace.Discrete(2), 3, 3);
        }

        @Override
        public void reset(long seed, ObservationSlot out) {
            steps = 0;
            out.set(0, 0);
        }

        @Override
        public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
            out.set(0, ++steps);
            result.set(1, steps == 3, false);
        }
    }

    /** Has no constructor without parameters. */
    public static final class OfSize extends Counting {
        public OfSize(int size) {
            assertTrue(size > 0);
        }
    }

    /** Throws when it is made. */
    public static final class Broken extends Counting {
        public Broken() {
            throw new IllegalStateException("no licence");
        }
    }

    @Test
    void shouldCreateAnEnvironmentByTheNameOfItsClass() {
        Environment made = Environments.create(Counting.class.getName(), Map.of());

        assertInstanceOf(Counting.class, made);
        assertEquals(
                "env",
                Environments.foreignCode(Counting.class.getName(), Map.of())
                        .get(0)
                        .setting());
    }

    @Test
    void shouldKnowNoOtherClass() {
        assertFalse(Environments.exists("java.lang.String"));
        assertFalse(Environments.exists("demo.Corridor"));
        assertFalse(Environments.exists("Corridor-v0"));
        assertFalse(Environments.exists(""));
        assertFalse(Environments.exists("[I"));
    }

    @Test
    void shouldSayWhyAClassCannotBeUsed() {
        ConfigurationException constructor =
                assertThrows(ConfigurationException.class, () -> Environments.create(OfSize.class.getName(), Map.of()));
        assertTrue(constructor.getMessage().contains("constructor without parameters"), constructor.getMessage());
        ConfigurationException options = assertThrows(
                ConfigurationException.class, () -> Environments.create(Counting.class.getName(), Map.of("size", "9")));
        assertTrue(options.getMessage().contains("is not understood by the class"), options.getMessage());
        EnvironmentFailedException broken = assertThrows(
                EnvironmentFailedException.class, () -> Environments.create(Broken.class.getName(), Map.of()));
        assertTrue(broken.getMessage().endsWith("no licence"), broken.getMessage());
    }
}
