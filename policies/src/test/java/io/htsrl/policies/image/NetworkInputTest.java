package io.htsrl.policies.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.random.RandomStream;
import io.htsrl.policies.kernel.Kernels;
import io.htsrl.policies.network.FrameShape;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkInputTest {
    private static final int FRAME = 37;

    /** Three rows: the second one's episode has just begun, so that one frame stands in for all. */
    private static ObservationBatch batch(int frames, boolean bytes) {
        int size = FRAME * (frames + 3);
        byte[] pixels = new byte[size];
        float[] floats = new float[size];
        for (int i = 0; i < size; i++) {
            pixels[i] = (byte) RandomStream.root(3).bits(i);
            floats[i] = (float) RandomStream.root(4).uniform(i);
        }
        ObservationBatch batch = new ObservationBatch(3);
        if (bytes) {
            batch.over(pixels, frames, FRAME);
        } else {
            batch.over(floats, frames, FRAME);
        }
        batch.add(FRAME * (frames + 1));
        batch.add(FRAME * frames, 1);
        batch.add(FRAME * (frames + 2), Math.min(2, frames));
        return batch;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 5})
    void shouldReadTheSameNumbersByPixelAsByFrame(int frames) {
        for (boolean bytes : new boolean[] {false, true}) {
            ObservationBatch batch = batch(frames, bytes);
            float[] byFrame = new float[frames * FRAME];
            Image byPixel = Image.zeros(frames, 1, FRAME, 0, 1, 1);
            FrameReader reader = new FrameReader(Kernels.best(), byPixel, new FrameShape(1, FRAME, 1, false));
            for (int row = 0; row < batch.rows(); row++) {
                NetworkInput.read(batch, row, FRAME, byFrame, 0);
                reader.read(batch, row, 0);
                float[] expected = new float[byFrame.length];
                for (int i = 0; i < byFrame.length; i++) {
                    expected[i % FRAME * frames + i / FRAME] = byFrame[i];
                }
                int from = byPixel.begin(0);
                assertArrayEquals(expected, Arrays.copyOfRange(byPixel.values(), from, from + expected.length));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 5})
    void shouldReadBytesAsFractionsOf255OldestFrameFirst(int frames) {
        ObservationBatch batch = batch(frames, true);
        for (int row = 0; row < batch.rows(); row++) {
            float[] actual = new float[frames * FRAME];
            NetworkInput.read(batch, row, FRAME, actual, 0);
            float[] expected = new float[frames * FRAME];
            for (int i = 0; i < expected.length; i++) {
                int at = batch.frameOffset(row, i / FRAME) + i % FRAME;
                expected[i] = (batch.bytes()[at] & 0xff) / 255f;
            }
            assertArrayEquals(expected, actual);
        }
    }
}
