package io.htsrl.policies.image;

import io.htsrl.core.policy.ObservationBatch;

/**
 * Conversion of observation rows to the floats of networks: assembles stacks, oldest frame first, and converts bytes,
 * which are images, to fractions of 255. DenseKernel.fractions converts stacks of four frames to the same bits.
 * Stateless, any thread.
 */
public final class NetworkInput {
    private static final float[] BYTE_VALUES = byteValues();

    private NetworkInput() {}

    private static float[] byteValues() {
        float[] values = new float[256];
        for (int i = 0; i < 256; i++) {
            values[i] = i / 255f;
        }
        return values;
    }

    /** Returns an unsigned byte as a fraction of 255. */
    public static float fraction(byte value) {
        return BYTE_VALUES[value & 0xff];
    }

    /** Writes row {@code row}, all of its frames of {@code frameSize} elements, from {@code at} on. */
    public static void read(ObservationBatch batch, int row, int frameSize, float[] to, int at) {
        read(batch, row, 0, frameSize, to, at);
    }

    /** Writes {@code frameSize} elements of each frame of row {@code row}, from element {@code first} on. */
    public static void read(ObservationBatch batch, int row, int first, int frameSize, float[] to, int at) {
        for (int frame = 0; frame < batch.frames(); frame++) {
            int from = batch.frameOffset(row, frame) + first;
            int target = at + frame * frameSize;
            if (batch.floats() != null) {
                System.arraycopy(batch.floats(), from, to, target, frameSize);
            } else {
                convert(batch.bytes(), from, to, target, frameSize);
            }
        }
    }

    private static void convert(byte[] bytes, int from, float[] to, int at, int count) {
        for (int i = 0; i < count; i++) {
            to[at + i] = fraction(bytes[from + i]);
        }
    }
}
