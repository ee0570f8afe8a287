package io.htsrl.policies.image;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.policies.network.FrameShape;
import io.htsrl.policies.network.NetworkInput;

/**
 * Reads the frames of a row into an {@link Image}, plane p of frame f as channel f times planes + p. Any thread; each
 * image one at a time.
 */
public final class FrameReader {
    private static final int USUAL_STACK = 4;

    private final Image image;
    private final FrameShape shape;
    private final int[] rows;
    private final int[] columns;

    public FrameReader(Image image, FrameShape shape) {
        this.image = image;
        this.shape = shape;
        rows = new int[image.height()];
        for (int y = 0; y < rows.length; y++) {
            rows[y] = image.offset(y, 0);
        }
        columns = new int[image.width()];
        for (int x = 0; x < columns.length; x++) {
            columns[x] = image.offset(0, x) - rows[0];
        }
    }

    /** Row {@code row} of the batch, into the image that begins at {@code at}. */
    public void read(ObservationBatch batch, int row, int at) {
        if (batch.bytes() != null && image.channels() == USUAL_STACK && shape.planes() == 1) {
            readFour(batch, row, at);
            return;
        }
        for (int frame = 0; frame < batch.frames(); frame++) {
            int from = batch.frameOffset(row, frame);
            for (int y = 0; y < rows.length; y++) {
                int line = from + y * columns.length * shape.pixelStride();
                if (batch.bytes() != null) {
                    convert(batch.bytes(), line, at + rows[y] + frame * shape.planes());
                } else {
                    copy(batch.floats(), line, at + rows[y] + frame * shape.planes());
                }
            }
        }
    }

    private void copy(float[] floats, int from, int to) {
        float[] values = image.values();
        for (int x = 0; x < columns.length; x++) {
            for (int plane = 0; plane < shape.planes(); plane++) {
                values[to + columns[x] + plane] = floats[from + x * shape.pixelStride() + plane * shape.planeStride()];
            }
        }
    }

    private void convert(byte[] bytes, int from, int to) {
        float[] values = image.values();
        for (int x = 0; x < columns.length; x++) {
            for (int plane = 0; plane < shape.planes(); plane++) {
                values[to + columns[x] + plane] =
                        NetworkInput.fraction(bytes[from + x * shape.pixelStride() + plane * shape.planeStride()]);
            }
        }
    }

    /** The channels of a pixel at once: half of the time of one frame after another. */
    private void readFour(ObservationBatch batch, int row, int at) {
        int a = batch.frameOffset(row, 0);
        int b = batch.frameOffset(row, 1);
        int c = batch.frameOffset(row, 2);
        int d = batch.frameOffset(row, 3);
        for (int y = 0; y < rows.length; y++) {
            int from = y * columns.length;
            convertFour(batch.bytes(), a + from, b + from, c + from, d + from, at + rows[y]);
        }
    }

    private void convertFour(byte[] bytes, int a, int b, int c, int d, int to) {
        float[] values = image.values();
        for (int x = 0; x < columns.length; x++) {
            int pixel = to + columns[x];
            values[pixel] = NetworkInput.fraction(bytes[a + x]);
            values[pixel + 1] = NetworkInput.fraction(bytes[b + x]);
            values[pixel + 2] = NetworkInput.fraction(bytes[c + x]);
            values[pixel + 3] = NetworkInput.fraction(bytes[d + x]);
        }
    }
}
