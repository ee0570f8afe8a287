package io.htsrl.core.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ActionSpaceTest {

    private static ActionSpace.Continuous box(float low, float high) {
        return new ActionSpace.Continuous(new float[] {0, low}, new float[] {0, high});
    }

    @Test
    void shouldBeEqualByValue() {
        assertEquals(box(-1, 2), box(-1, 2));
        assertEquals(box(-1, 2).hashCode(), box(-1, 2).hashCode());
        assertNotEquals(box(-1, 2), box(-1, 3));
        assertNotEquals(box(-1, 2), box(-2, 2));
        ActionSpace choices = new ActionSpace.MultiDiscrete(new int[] {2, 3});
        assertEquals(choices, new ActionSpace.MultiDiscrete(new int[] {2, 3}));
        assertEquals(choices.hashCode(), new ActionSpace.MultiDiscrete(new int[] {2, 3}).hashCode());
        assertNotEquals(choices, new ActionSpace.MultiDiscrete(new int[] {3, 2}));
        assertEquals(
                new EnvironmentSpec("a", ObservationSpace.floats(1), box(0, 1), 0, 1),
                new EnvironmentSpec("a", ObservationSpace.floats(1), box(0, 1), 0, 1));
    }

    @Test
    void shouldShowThemselves() {
        assertEquals("discrete 2", new ActionSpace.Discrete(2).toString());
        assertEquals(
                "continuous [0.0, -1.0] .. [0.0, Infinity]",
                box(-1, Float.POSITIVE_INFINITY).toString());
        assertEquals("multi-discrete [3, 2]", new ActionSpace.MultiDiscrete(new int[] {3, 2}).toString());
        assertEquals("multi-binary 4", new ActionSpace.MultiBinary(4).toString());
    }

    @Test
    void shouldNotChangeWithTheArraysItWasMadeOf() {
        float[] low = {-1};
        ActionSpace.Continuous box = new ActionSpace.Continuous(low, new float[] {1});
        low[0] = 0;
        box.low()[0] = 0;
        assertEquals(-1, box.low()[0]);
        int[] counts = {2, 3};
        ActionSpace.MultiDiscrete choices = new ActionSpace.MultiDiscrete(counts);
        counts[0] = 9;
        choices.counts()[0] = 9;
        assertEquals(2, choices.counts()[0]);
    }

    @Test
    void shouldHaveARowElementForEachChoice() {
        assertEquals(1, new ActionSpace.Discrete(7).width());
        assertEquals(2, box(0, 1).width());
        assertEquals(3, new ActionSpace.MultiDiscrete(new int[] {2, 9, 2}).width());
        assertEquals(5, new ActionSpace.MultiBinary(5).width());
    }

    @Test
    void shouldRefuseBoundsThatAreNone() {
        for (float[] bounds : new float[][] {
            {Float.NaN, 1},
            {0, Float.NaN},
            {1, 0},
            {Float.POSITIVE_INFINITY, Float.POSITIVE_INFINITY},
            {Float.NEGATIVE_INFINITY, Float.NEGATIVE_INFINITY}
        }) {
            String message = assertThrows(IllegalArgumentException.class, () -> box(bounds[0], bounds[1]))
                    .getMessage();
            assertTrue(message.contains("component 1") && message.contains(String.valueOf(bounds[0])), message);
        }
        assertThrows(IllegalArgumentException.class, () -> new ActionSpace.MultiDiscrete(new int[0]));
        assertThrows(IllegalArgumentException.class, () -> new ActionSpace.MultiDiscrete(new int[] {2, 0}));
        assertThrows(IllegalArgumentException.class, () -> new ActionSpace.MultiBinary(0));
    }

    @Test
    void shouldKnowWhetherItHasAnEnd() {
        assertTrue(box(-1, 1).bounded());
        assertFalse(box(Float.NEGATIVE_INFINITY, 1).bounded());
    }
}
