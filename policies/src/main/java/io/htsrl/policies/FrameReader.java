package io.htsrl.policies;

import io.htsrl.core.ObservationBatch;

/** Reads the frames of one row into an {@link Image}, frame f as channel f. One thread. */
final class FrameReader {
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
        for (int frame = 0; frame < image.channels(); frame++) {
            int from = batch.frameOffset(row, frame);
            for (int y = 0; y < rows.length; y++) {
                if (batch.floats() != null) {
                    copy(batch.floats(), from + y * columns.length, rows[y] + frame);
                } else {
                    convert(batch.bytes(), from + y * columns.length, rows[y] + frame);
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
}
