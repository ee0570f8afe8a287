package io.htsrl.policies.image;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.network.FrameShape;
import java.util.stream.IntStream;

/**
 * Reads the frames of a row into an {@link Image}, plane p of frame f as channel f times planes + p. Any thread; each
 * image one at a time.
 */
public final class FrameReader {
    private static final int DEFAULT_STACK = 4;
    /** Number of pixels read together. */
    private static final int GROUP = 4;

    private final DenseKernel kernel;
    private final Image image;
    private final FrameShape shape;
    private final int[] rows;
    private final int[] columns;
    /** True if groups of pixels have equal distances. */
    private final boolean grouped;
    /** Of the first element of an image in its frame. */
    private final int offset;

    public FrameReader(DenseKernel kernel, Image image, FrameShape shape) {
        this(kernel, image, shape, 0);
    }

    /** @param offset of the image's first element in a frame of the batch */
    public FrameReader(DenseKernel kernel, Image image, FrameShape shape, int offset) {
        this.offset = offset;
        this.kernel = kernel;
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
        grouped = shape.planes() == 1 && image.channels() == DEFAULT_STACK && image.width() % GROUP == 0 && inGroups();
    }

    private boolean inGroups() {
        int stride = stride();
        return IntStream.range(0, columns.length)
                .allMatch(x -> columns[x] == x / GROUP * stride + x % GROUP * image.channels());
    }

    /** Returns the floats from a group of pixels to the next. */
    private int stride() {
        return columns.length > GROUP ? columns[GROUP] : 0;
    }

    /** Reads row {@code row} of the batch into the image that begins at {@code at}. */
    public void read(ObservationBatch batch, int row, int at) {
        if (batch.bytes() != null && grouped) {
            readFour(batch, row, at);
            return;
        }
        for (int frame = 0; frame < batch.frames(); frame++) {
            int from = batch.frameOffset(row, frame) + offset;
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

    /** Reads all channels of four pixels at once. */
    private void readFour(ObservationBatch batch, int row, int at) {
        int a = batch.frameOffset(row, 0) + offset;
        int b = batch.frameOffset(row, 1) + offset;
        int c = batch.frameOffset(row, 2) + offset;
        int d = batch.frameOffset(row, 3) + offset;
        for (int y = 0; y < rows.length; y++) {
            int from = y * columns.length;
            kernel.fractions(
                    batch.bytes(),
                    a + from,
                    b + from,
                    c + from,
                    d + from,
                    image.values(),
                    at + rows[y],
                    columns.length / GROUP,
                    stride());
        }
    }
}
