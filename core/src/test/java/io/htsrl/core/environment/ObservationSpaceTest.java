package io.htsrl.core.environment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
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
    void shouldWriteAndReadAMaskBehindTheObservation() {
        ObservationSpace space = ObservationSpace.floats(2).withMask(new ActionSpace.MultiDiscrete(new int[] {2, 3}));
        ObservationSlot row = new ObservationSlot().at(new float[8], 1, space.size());
        row.set(0, 7);
        space.allow(row, 1, true);
        assertFalse(space.leavesChoice(row), "the second choice has no action");
        space.allow(row, 4, true);
        assertTrue(space.leavesChoice(row));
        assertArrayEquals(new float[] {0, 7, 0, 0, 1, 0, 0, 1}, row.floats());
        assertTrue(space.allows(row, 4) && !space.allows(row, 3));
        space.allow(row, 4, false);
        assertFalse(space.leavesChoice(row));
        assertThrows(IndexOutOfBoundsException.class, () -> space.allow(row, 5, true));

        ObservationSpace frames = ObservationSpace.bytes(3).withMask(new ActionSpace.Discrete(2));
        ObservationSlot frame = new ObservationSlot().at(new byte[5], 0);
        frames.allow(frame, 1, true);
        assertArrayEquals(new byte[] {0, 0, 0, 0, 1}, frame.bytes());
        assertEquals(5, frames.bytes());
    }

    @Test
    void shouldTellMaskedObservationsFromOthers() {
        ObservationSpace space = ObservationSpace.oneHot(2, 3);
        ObservationSpace masked = space.withMask(new ActionSpace.Discrete(4));
        assertEquals(9, masked.size());
        assertNotEquals(space, masked);
        assertEquals(space, masked.unmasked());
        assertArrayEquals(space.choices(), masked.unmasked().choices());
        assertEquals("float32[5] and a mask of 4 actions", masked.toString());
    }

    @Test
    void shouldRefuseAMaskOfOtherActions() {
        ActionSpace box = new ActionSpace.Continuous(new float[] {-1}, new float[] {1});
        ObservationSpace space = ObservationSpace.floats(2);
        String continuous = assertThrows(IllegalArgumentException.class, () -> space.withMask(box))
                .getMessage();
        assertEquals("a mask must allow discrete actions, and these are continuous [-1.0] .. [1.0]", continuous);
        String other = assertThrows(
                        IllegalArgumentException.class,
                        () -> new EnvironmentSpec(
                                "Odd", space.withMask(new ActionSpace.Discrete(3)), new ActionSpace.Discrete(2), 0, 0))
                .getMessage();
        assertEquals("Odd: its observations have a mask of 3 actions, not of discrete 2", other);
    }

    @Test
    void shouldRefuseAChoiceAmongNothing() {
        String message = assertThrows(IllegalArgumentException.class, () -> ObservationSpace.oneHot(3, 0, 2))
                .getMessage();

        assertTrue(message.contains("[3, 0, 2]") && message.contains("at least 1"), message);
    }
}
