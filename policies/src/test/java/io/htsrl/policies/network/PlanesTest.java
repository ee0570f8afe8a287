package io.htsrl.policies.network;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.policies.acting.Networks;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A stack of frames of several planes, first or last, is read as a stack of these planes: the same bits everywhere. */
public class PlanesTest {
    private static final int ROWS = 5;
    private static final int HEIGHT = 40;
    private static final int WIDTH = 37;

    private static PolicyNetwork network(ConvConfig.Kind kind, int frames, int... shape) {
        return Networks.create(new ConvConfig(kind, 20), ObservationSpace.bytes(shape), frames, 6, Heads.ACTOR_CRITIC);
    }

    private static byte[] pixels(int frames, int planes) {
        byte[] pixels = new byte[ROWS * frames * HEIGHT * WIDTH * planes];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = (byte) RandomStream.root(3).bits(i);
        }
        return pixels;
    }

    /** {@code [frame][row][column][plane]} as {@code [frame][plane][row][column]}. */
    private static byte[] planeAfterPlane(byte[] pixels, int planes) {
        byte[] apart = new byte[pixels.length];
        int area = HEIGHT * WIDTH;
        for (int i = 0; i < apart.length; i++) {
            int frame = i / (area * planes);
            apart[i] = pixels[(frame * area + i % area) * planes + i / area % planes];
        }
        return apart;
    }

    private static float[] fractions(byte[] pixels) {
        float[] fractions = new float[pixels.length];
        for (int i = 0; i < fractions.length; i++) {
            fractions[i] = (pixels[i] & 0xff) / 255f;
        }
        return fractions;
    }

    private static ObservationBatch batch(byte[] pixels, int frames, int frameSize, boolean bytes) {
        ObservationBatch batch = new ObservationBatch(ROWS);
        if (bytes) {
            batch.over(pixels, frames, frameSize);
        } else {
            batch.over(fractions(pixels), frames, frameSize);
        }
        for (int row = 0; row < ROWS; row++) {
            batch.add((row * frames + frames - 1) * frameSize);
        }
        return batch;
    }

    private static float[] acted(PolicyNetwork network, float[] parameters, ObservationBatch batch) {
        Policy.Snapshot snapshot = network.newSnapshot();
        snapshot.load(parameters);
        int[] offsets = new int[ROWS];
        Arrays.setAll(offsets, row -> row * network.outputWidth());
        float[] outputs = new float[ROWS * network.outputWidth()];
        network.newForward().forward(snapshot, batch, outputs, offsets);
        return outputs;
    }

    private static float[] learnt(PolicyNetwork network, Backend on, float[] parameters, ObservationBatch batch) {
        float[] outputs = new float[ROWS * network.outputWidth()];
        float[] gradient = new float[parameters.length];
        try (GradientNetwork learner = network.newGradientNetwork(on, ROWS, Team.alone())) {
            learner.loadParameters(parameters);
            learner.forward(batch, outputs);
            learner.backward(outputs, gradient);
        }
        return gradient;
    }

    @ParameterizedTest
    @CsvSource({
        "NATURE, 3, 1, true",
        "NATURE, 4, 1, true", // as many channels as the usual stack has
        "NATURE, 4, 4, true",
        "IMPALA, 3, 2, true",
        "IMPALA, 2, 2, false",
        "MINATAR, 10, 1, true"
    })
    void shouldReadAFrameOfPlanesAsAStackOfThem(ConvConfig.Kind kind, int planes, int frames, boolean bytes) {
        PolicyNetwork together = network(kind, frames, HEIGHT, WIDTH, planes);
        PolicyNetwork apart = network(kind, frames * planes, HEIGHT, WIDTH);
        assertEquals(apart.parameterCount(), together.parameterCount());
        float[] parameters = new float[apart.parameterCount()];
        apart.initialise(parameters, RandomStream.root(1));
        byte[] pixels = pixels(frames, planes);
        ObservationBatch first = batch(pixels, frames, HEIGHT * WIDTH * planes, bytes);
        ObservationBatch second = batch(planeAfterPlane(pixels, planes), frames * planes, HEIGHT * WIDTH, bytes);

        assertArrayEquals(acted(apart, parameters, second), acted(together, parameters, first));
        assertArrayEquals(learnt(apart, backend(), parameters, second), learnt(together, backend(), parameters, first));
    }

    /** A subclass has another one. */
    protected Backend backend() {
        return Backend.JVM;
    }
}
