package io.htsrl.policies.acting;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.policies.network.NetworkInput;

/** Reads the frames of one row into an {@link Image}, frame f as channel f. One thread. */
final class FrameReader {
    private static final int USUAL_STACK = 4;

    private final Image image;
    private final int[] rows;
    private final int[] columns;

    FrameReader(Image image) {
        this.image = image;
        rows = new int[image.height()];
        for (int y = 0; y < rows.length; y++) {
            rows[y] = image.offset(y, 0);
        }
        columns = new int[image.width()];
        for (int x = 0; x < columns.length; x++) {
            columns[x] = image.offset(0, x) - rows[0];
        }
    }

    void read(ObservationBatch batch, int row) {
        if (batch.bytes() != null && image.channels() == USUAL_STACK) {
            readFour(batch, row);
            return;
        }
        for (int frame = 0; frame < image.channels(); frame++) {
            int from = batch.frameOffset(row, frame);
            for (int y = 0; y < rows.length; y++) {
                if (batch.bytes() != null) {
                    convert(batch.bytes(), from + y * columns.length, rows[y] + frame);
                } else {
                    copy(batch.floats(), from + y * columns.length, rows[y] + frame);
                }
            }
        }
    }

    private void copy(float[] floats, int from, int to) {
        float[] values = image.values();
        for (int x = 0; x < columns.length; x++) {
            values[to + columns[x]] = floats[from + x];
        }
    }

    private void convert(byte[] bytes, int from, int to) {
        float[] values = image.values();
        for (int x = 0; x < columns.length; x++) {
            values[to + columns[x]] = NetworkInput.fraction(bytes[from + x]);
        }
    }

    /** The channels of a pixel at once: half of the time of one frame after another. */
    private void readFour(ObservationBatch batch, int row) {
        int a = batch.frameOffset(row, 0);
        int b = batch.frameOffset(row, 1);
        int c = batch.frameOffset(row, 2);
        int d = batch.frameOffset(row, 3);
        for (int y = 0; y < rows.length; y++) {
            int from = y * columns.length;
            convertFour(batch.bytes(), a + from, b + from, c + from, d + from, rows[y]);
        }
    }

    private void convertFour(byte[] bytes, int a, int b, int c, int d, int to) {
        float[] values = image.values();
        for (int x = 0; x < columns.length; x++) {
            int at = to + columns[x];
            values[at] = NetworkInput.fraction(bytes[a + x]);
            values[at + 1] = NetworkInput.fraction(bytes[b + x]);
            values[at + 2] = NetworkInput.fraction(bytes[c + x]);
            values[at + 3] = NetworkInput.fraction(bytes[d + x]);
        }
    }
}
