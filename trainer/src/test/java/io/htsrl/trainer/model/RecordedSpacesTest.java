package io.htsrl.trainer.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Agents;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationPart;
import io.htsrl.core.environment.ObservationSpace;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
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
    @MethodSource("spaces")
    void shouldReadMasksThatItWrites(ActionSpace space) {
        ObservationSpace plain = ObservationSpace.oneHot(3, 4);
        ObservationSpace seen = space.choices().length == 0 ? plain : plain.withMask(space);
        EnvironmentSpec spec = new EnvironmentSpec("Any-v0", seen, space, 0, Double.NaN);
        EnvironmentSpec read =
                RecordedSpaces.read("Any-v0", RecordedSpaces.of(spec)).orElseThrow();
        assertEquals(spec, read);
        assertArrayEquals(plain.choices(), read.observationSpace().choices());
    }

    @Test
    void shouldReadTheSpacesOfEachPolicyThatItWrites() {
        ActionSpace wide = new ActionSpace.MultiDiscrete(new int[] {3, 4});
        ActionSpace narrow = new ActionSpace.Discrete(2);
        ObservationSpace parts = ObservationSpace.of(
                List.of(ObservationPart.vector("observation", 2), ObservationPart.vector("state", 3)));
        List<Agents.Spaces> spaces = List.of(
                new Agents.Spaces(parts.withMask(narrow), narrow), new Agents.Spaces(ObservationSpace.floats(6), wide));
        EnvironmentSpec spec = new EnvironmentSpec(
                "Any-v0",
                ObservationSpace.floats(6)
                        .withPolicies(List.of("a", "b"), spaces)
                        .withMask(wide),
                wide,
                0,
                Double.NaN);
        EnvironmentSpec read =
                RecordedSpaces.read("Any-v0", RecordedSpaces.of(spec)).orElseThrow();
        assertEquals(spec, read);
        assertEquals(spaces, read.observationSpace().spaces());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "discrete", "discrete -2", "multi-discrete 3", "multi-binary [2]", "continuous 1"})
    void shouldRefuseWhatItDoesNotWrite(String text) {
        assertThrows(IllegalArgumentException.class, () -> RecordedSpaces.actions(text));
    }
}
