package io.htsrl.trainer.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.htsrl.core.environment.ActionSpace;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordedSpacesTest {

    static Stream<ActionSpace> spaces() {
        return Stream.of(
                new ActionSpace.Discrete(18),
                new ActionSpace.Continuous(new float[] {-2}, new float[] {2}),
                new ActionSpace.Continuous(
                        new float[] {Float.NEGATIVE_INFINITY, 1e-9f}, new float[] {Float.POSITIVE_INFINITY, 0.1f}),
                new ActionSpace.MultiDiscrete(new int[] {3, 2, 4}),
                new ActionSpace.MultiBinary(7));
    }

    @ParameterizedTest
    @MethodSource("spaces")
    void shouldReadWhatItWrites(ActionSpace space) {
        assertEquals(space, RecordedSpaces.actions(space.toString()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "discrete", "discrete -2", "multi-discrete 3", "multi-binary [2]", "continuous 1"})
    void shouldRefuseWhatItDoesNotWrite(String text) {
        assertThrows(IllegalArgumentException.class, () -> RecordedSpaces.actions(text));
    }
}
