package io.htsrl.policies.acting;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.network.ConvConfig;
import io.htsrl.policies.network.ConvLayout;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.OrthogonalInitializer;
import java.util.Arrays;

/** A convolutional network, its parameters, and a strip of random frames from which stacks are taken. */
final class ConvRows {
    /** Frames of the strip. */
    static final int STRIP = 40;

    final ConvLayout layout;
    final float[] parameters;
    final byte[] strip;

    ConvRows(ConvLayout layout, long seed) {
        this.layout = layout;
        RandomStream root = RandomStream.root(seed);
        parameters = new float[layout.parameterCount()];
        new OrthogonalInitializer().initialise(layout, parameters, root);
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] += (float) (0.1 * (root.spawn("noise").uniform(i) - 0.5));
        }
        strip = new byte[STRIP * layout.frameSize()];
        for (int i = 0; i < strip.length; i++) {
            strip[i] = (byte) root.spawn("pixels").bits(i);
        }
    }

    static ConvLayout layout(ConvConfig.Kind kind, int height, int width, int frames, int hidden, Heads heads) {
        return new ConvLayout(ObservationSpace.bytes(height, width), frames, 5, new ConvConfig(kind, hidden), heads);
    }

    ConvPolicy policy(DenseKernel kernel) {
        return new ConvPolicy(layout, kernel);
    }

    Policy.Snapshot snapshot(Policy policy) {
        Policy.Snapshot snapshot = policy.newSnapshot();
        snapshot.load(parameters);
        return snapshot;
    }

    ObservationBatch batch(int capacity) {
        ObservationBatch batch = new ObservationBatch(capacity);
        batch.over(strip, layout.frames(), layout.frameSize());
        return batch;
    }

    /** Adds stack {@code index}; for every index another newest frame, and stacks of all depths. */
    void add(ObservationBatch batch, int index) {
        int newest = index % STRIP;
        batch.add(newest * layout.frameSize(), Math.min(newest, index / STRIP % layout.frames()) + 1);
    }

    /** The output row of a batch of one. */
    float[] alone(Policy policy, Policy.Snapshot snapshot, int index) {
        ObservationBatch batch = batch(1);
        add(batch, index);
        float[] outputs = new float[policy.outputWidth()];
        policy.newForward().forward(snapshot, batch, outputs, new int[1]);
        return outputs;
    }

    /** Stack {@code index} as {@code [frame][row][column]} fractions. */
    double[] observation(int index) {
        int size = layout.frameSize();
        double[] observation = new double[layout.observationSize()];
        int newest = index % STRIP;
        int depth = Math.min(newest, index / STRIP % layout.frames()) + 1;
        for (int f = 0; f < layout.frames(); f++) {
            int frame = newest - Math.min(layout.frames() - 1 - f, depth - 1);
            for (int i = 0; i < size; i++) {
                observation[f * size + i] = (strip[frame * size + i] & 0xff) / 255f;
            }
        }
        return observation;
    }

    static int[] bits(float[] values) {
        int[] bits = new int[values.length];
        Arrays.setAll(bits, i -> Float.floatToRawIntBits(values[i]));
        return bits;
    }
}
