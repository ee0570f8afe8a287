package io.htsrl.core.environment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ObservationSpaceTest {

    @Test
    void shouldSayOfOneHotObservationsWhatTheyChooseFrom() {
        ObservationSpace hands = ObservationSpace.oneHot(32, 11, 2);

        assertArrayEquals(new int[] {32, 11, 2}, hands.choices());
        assertArrayEquals(new int[] {45}, hands.shape());
        assertEquals(0, ObservationSpace.floats(45).choices().length);
    }

    @Test
    void shouldBeEqualWhereObservationsAreStoredAlike() {
        assertEquals(ObservationSpace.floats(45), ObservationSpace.oneHot(32, 11, 2));
        assertEquals("float32[45]", ObservationSpace.oneHot(32, 11, 2).toString());
    }

    @Test
    void shouldRefuseAChoiceAmongNothing() {
        String message = assertThrows(IllegalArgumentException.class, () -> ObservationSpace.oneHot(3, 0, 2))
                .getMessage();

        assertTrue(message.contains("[3, 0, 2]") && message.contains("at least 1"), message);
    }
}
