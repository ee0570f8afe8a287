package io.htsrl.policies;

import io.htsrl.core.ObservationBatch;

/**
 * Reads observation rows as the floats that networks compute on: stacks are put together, oldest frame first, and
 * unsigned bytes become fractions of 255. The one place where observations become floats. Stateless, any thread.
 */
final class NetworkInput {
    private static final float[] BYTE_VALUES = byteValues();

    private NetworkInput() {
    }

    private static float[] byteValues() {
        float[] values = new float[256];
        for (int i = 0; i < 256; i++) {
            values[i] = i / 255f;
        }
        return values;
    }

    /** An unsigned byte as a fraction of 255. */
    static float fraction(byte value) {
        return BYTE_VALUES[value & 0xff];
    }

    /** Writes row {@code row}, all of its frames of {@code frameSize} elements, from {@code at} on. */
    static void read(ObservationBatch batch, int row, int frameSize, float[] to, int at) {
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

    /** Writes row {@code row} as {@code [pixel][frame]}, which fills {@code to}. */
    static void readByPixel(ObservationBatch batch, int row, int frameSize, float[] to) {
        int frames = batch.frames();
        for (int frame = 0; frame < frames; frame++) {
            int from = batch.frameOffset(row, frame);
            if (batch.floats() != null) {
                spread(batch.floats(), from, to, frame, frames, frameSize);
            } else {
                convertAndSpread(batch.bytes(), from, to, frame, frames, frameSize);
            }
        }
    }

    private static void spread(float[] floats, int from, float[] to, int at, int stride, int count) {
        for (int i = 0; i < count; i++) {
            to[at + i * stride] = floats[from + i];
        }
    }

    private static void convertAndSpread(byte[] bytes, int from, float[] to, int at, int stride, int count) {
        for (int i = 0; i < count; i++) {
            to[at + i * stride] = fraction(bytes[from + i]);
        }
    }
}
