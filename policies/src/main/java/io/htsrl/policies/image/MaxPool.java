package io.htsrl.policies.image;

import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.network.ImpalaStage;

/**
 * Maximum over windows of an IMPALA stage: over three rows first, then over three pixels of the result. Positions
 * outside the image are replaced by positions of the window inside it. Images of different lanes may be computed at the
 * same time.
 */
public final class MaxPool {
    private final DenseKernel kernel;
    private final Image in;
    private final Image out;
    private final float[][] rows;
    private final int top;
    private final int left;

    /**
     * @param in the stage's convolution, without a border or blocks
     * @param out without blocks
     * @param lanes lanes that compute images
     */
    public MaxPool(DenseKernel kernel, ImpalaStage stage, Image in, Image out, int lanes) {
        this.kernel = kernel;
        this.in = in;
        this.out = out;
        rows = new float[lanes][in.width() * in.channels()];
        top = stage.padTop();
        left = stage.padLeft();
    }

    /** Computes image {@code image} on {@code lane}. */
    public void run(int image, int lane) {
        float[] row = rows[lane];
        int from = image * in.size();
        for (int y = 0; y < out.height(); y++) {
            int a = from + in.offset(row(y, 0), 0);
            int b = from + in.offset(row(y, 1), 0);
            int c = from + in.offset(row(y, 2), 0);
            kernel.max(in.values(), a, b, c, row, 0, row.length);
            maximumOverColumns(row, image * out.size() + out.offset(y, 0));
        }
    }

    private void maximumOverColumns(float[] row, int offset) {
        int channels = in.channels();
        int target = offset;
        for (int x = 0; x < out.width(); x++) {
            int a = column(x, 0) * channels;
            int b = column(x, 1) * channels;
            int c = column(x, 2) * channels;
            kernel.max(row, a, b, c, out.values(), target, channels);
            target += channels;
        }
    }

    /** Returns row {@code k} of the windows of row {@code y} of the output. */
    public int row(int y, int k) {
        return inside(y * ImpalaStage.POOL_STRIDE - top + k, in.height());
    }

    /** Returns column {@code k} of the windows of column {@code x} of the output. */
    public int column(int x, int k) {
        return inside(x * ImpalaStage.POOL_STRIDE - left + k, in.width());
    }

    private static int inside(int at, int extent) {
        return Math.max(0, Math.min(at, extent - 1));
    }
}
