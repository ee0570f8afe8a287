package io.htsrl.policies.network;

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
        for (int frame = 0; frame < batch.frames(); frame++) {
            int from = batch.frameOffset(row, frame);
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

    /** Writes row {@code row} as {@code [pixel][frame][plane]}, which fills {@code to}. */
    public static void readByPixel(ObservationBatch batch, int row, FrameShape shape, float[] to) {
        int frames = batch.frames();
        if (frames == 4 && shape.planes() == 1 && batch.bytes() != null) {
            interleave(
                    batch.bytes(),
                    batch.frameOffset(row, 0),
                    batch.frameOffset(row, 1),
                    batch.frameOffset(row, 2),
                    batch.frameOffset(row, 3),
                    to,
                    shape.size());
            return;
        }
        for (int frame = 0; frame < frames; frame++) {
            int from = batch.frameOffset(row, frame);
            for (int i = 0; i < shape.size(); i++) {
                int pixel = i / shape.pixelStride() % (shape.height() * shape.width());
                int plane = i / shape.planeStride() % shape.planes();
                to[(pixel * frames + frame) * shape.planes() + plane] =
                        batch.floats() != null ? batch.floats()[from + i] : fraction(batch.bytes()[from + i]);
            }
        }
    }

    /** Writes a stack of four frames at once, with a stride that the JIT compiler knows. */
    private static void interleave(byte[] bytes, int a, int b, int c, int d, float[] to, int count) {
        for (int i = 0; i < count; i++) {
            to[4 * i] = BYTE_VALUES[bytes[a + i] & 0xff];
            to[4 * i + 1] = BYTE_VALUES[bytes[b + i] & 0xff];
            to[4 * i + 2] = BYTE_VALUES[bytes[c + i] & 0xff];
            to[4 * i + 3] = BYTE_VALUES[bytes[d + i] & 0xff];
        }
    }
}
