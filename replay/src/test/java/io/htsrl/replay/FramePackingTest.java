package io.htsrl.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.ObservationPart;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Images among other parts take a byte for each element of a replay memory, and come back in the same bits. */
class FramePackingTest {
    private static final ObservationSpace MIXED = ObservationSpace.of(List.of(
                    ObservationPart.vector("speed", 5),
                    ObservationPart.image("camera", 16, 16),
                    ObservationPart.oneHot("gear", 2)))
            .withMask(new ActionSpace.Discrete(3));
    private static final float[] NUMBERS = {-0f, Float.NaN, Float.NEGATIVE_INFINITY, 1e-40f, 0.3f};

    private static float[] frame() {
        float[] frame = new float[MIXED.size()];
        System.arraycopy(NUMBERS, 0, frame, 0, NUMBERS.length);
        for (int i = 0; i < 256; i++) {
            frame[5 + i] = i / 255f;
        }
        frame[5 + 256 + 1] = 1;
        frame[5 + 256 + 2 + 2] = 1;
        return frame;
    }

    @Test
    void shouldGiveBackEveryBit() {
        FrameStore store = new FrameStore(MIXED, 3);
        float[] frame = frame();
        float[] stack = new float[2 * frame.length + 1];

        store.write(2, new ObservationSlot().at(frame, 0));
        store.read(2, new ObservationSlot().at(stack, 1), 1);

        float[] read = new float[frame.length];
        System.arraycopy(stack, 1 + frame.length, read, 0, read.length);
        assertArrayEquals(frame, read);
        assertEquals(Float.floatToRawIntBits(-0f), Float.floatToRawIntBits(read[0]));
    }

    @Test
    void shouldStoreAByteForEachElementOfAnImage() {
        assertEquals(
                256 + (5 + 2 + 3) * Float.BYTES,
                FramePacking.of(MIXED).orElseThrow().size());
        assertEquals(Optional.empty(), FramePacking.of(ObservationSpace.floats(16, 16)));
        assertEquals(Optional.empty(), FramePacking.of(ObservationSpace.bytes(16, 16)));
        ReplayConfig config = new ReplayConfig(100, 1, MIXED, 1, 1, 1, 0.9, 0, 1e-6);
        assertTrue(config.heapBytes() < 100 * 320, "bytes: " + config.heapBytes());
    }

    @ParameterizedTest
    @ValueSource(floats = {0.3f, -0.004f, 1.004f, Float.NaN, Float.POSITIVE_INFINITY})
    void shouldRefuseWhatNoByteIs(float value) {
        float[] frame = frame();
        frame[7] = value;
        FrameStore store = new FrameStore(MIXED, 1);

        String message = assertThrows(
                        IllegalArgumentException.class, () -> store.write(0, new ObservationSlot().at(frame, 0)))
                .getMessage();
        assertTrue(message.startsWith("an element of the image camera is " + value), message);
    }
}
