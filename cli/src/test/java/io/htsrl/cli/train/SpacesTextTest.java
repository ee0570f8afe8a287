package io.htsrl.cli.train;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.cli.train.RunTexts.SpacesText;
import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSpace;
import org.junit.jupiter.api.Test;

class SpacesTextTest {

    private static String text(ObservationSpace observations, ActionSpace actions) {
        return SpacesText.of(new EnvironmentSpec("Any-v0", observations, actions, 0, Double.NaN));
    }

    @Test
    void shouldShowEveryKindOfSpace() {
        assertEquals(
                "observation uint8 [210, 160, 3], action Discrete(4)",
                text(ObservationSpace.bytes(210, 160, 3), new ActionSpace.Discrete(4)));
        assertEquals(
                "observation float32 [5] (one-hot of [3, 2]), action MultiDiscrete([3, 2])",
                text(ObservationSpace.oneHot(3, 2), new ActionSpace.MultiDiscrete(new int[] {3, 2})));
        assertEquals(
                "observation float32 [1], action MultiBinary(4)",
                text(ObservationSpace.floats(1), new ActionSpace.MultiBinary(4)));
    }

    @Test
    void shouldShowBoxesOfManyComponentsInOneLine() {
        ObservationSpace seen = ObservationSpace.floats(17);

        assertEquals(
                "observation float32 [17], action Box(-1.0, 1.0, [2])",
                text(seen, new ActionSpace.Continuous(new float[] {-1, -1}, new float[] {1, 1})));
        assertEquals(
                "observation float32 [17], action Box(-2.0 .. 0.0, 1.0 .. 3.0, [2])",
                text(seen, new ActionSpace.Continuous(new float[] {0, -2}, new float[] {1, 3})));
    }
}
