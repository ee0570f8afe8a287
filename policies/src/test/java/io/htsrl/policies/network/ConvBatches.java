package io.htsrl.policies.network;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.random.RandomStream;

/** Parameters, stacks of frames and gradients for tests of convolutional networks; functions of their names. */
public final class ConvBatches {

    private ConvBatches() {}

    /** Uniform in [-scale, scale). */
    public static float[] uniform(int count, String name, double scale) {
        RandomStream stream = RandomStream.root(5).spawn(name);
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) ((2 * stream.uniform(i) - 1) * scale);
        }
        return values;
    }

    /** Orthogonal weights, which keep activations alive through the layers, and biases that are not zero. */
    public static float[] parameters(ConvLayout layout, int seed) {
        float[] parameters = new float[layout.parameterCount()];
        new OrthogonalInitializer().initialise(layout, parameters, RandomStream.root(seed));
        float[] noise = uniform(parameters.length, "noise", 0.05);
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] += noise[i];
        }
        return parameters;
    }

    /** {@code [rows][frame][row][column]}. */
    public static byte[] pixels(ConvLayout layout, int rows) {
        RandomStream stream = RandomStream.root(5).spawn("pixels");
        byte[] pixels = new byte[rows * layout.observationSize()];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = (byte) stream.bits(i);
        }
        return pixels;
    }

    /** Rows of {@link #pixels}. */
    public static ObservationBatch batch(ConvLayout layout, byte[] pixels) {
        int rows = pixels.length / layout.observationSize();
        ObservationBatch batch = new ObservationBatch(rows);
        batch.over(pixels, layout.frames(), layout.frameSize());
        for (int row = 0; row < rows; row++) {
            batch.add((row + 1) * layout.observationSize() - layout.frameSize());
        }
        return batch;
    }

    public static double[] fractions(byte[] pixels) {
        double[] fractions = new double[pixels.length];
        for (int i = 0; i < pixels.length; i++) {
            fractions[i] = (pixels[i] & 0xff) / 255f;
        }
        return fractions;
    }
}
