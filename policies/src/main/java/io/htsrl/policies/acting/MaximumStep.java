package io.htsrl.policies.acting;

import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.network.ImpalaStage;

/** The maximum over windows of an IMPALA stage: over three rows first, then over three pixels of the result. */
final class MaximumStep implements TorsoStep {
    private final DenseKernel kernel;
    private final Image in;
    private final Image out;
    private final float[] row;
    private final int top;
    private final int left;

    /**
     * @param in  the stage's convolution, without a border or blocks
     * @param out without blocks
     */
    MaximumStep(DenseKernel kernel, ImpalaStage stage, Image in, Image out) {
        this.kernel = kernel;
        this.in = in;
        this.out = out;
        row = new float[in.width() * in.channels()];
        top = stage.padTop();
        left = stage.padLeft();
    }

    @Override
    public void run(ConvSnapshot snapshot) {
        for (int y = 0; y < out.height(); y++) {
            int first = y * ImpalaStage.POOL_STRIDE - top;
            kernel.max(in.values(), rowAt(first), rowAt(first + 1), rowAt(first + 2), row, 0, row.length);
            maximumOverColumns(out.offset(y, 0));
        }
    }

    /** A row outside the image is replaced by one of the window that is inside. */
    private int rowAt(int y) {
        return inside(y, in.height()) * row.length;
    }

    private void maximumOverColumns(int offset) {
        int channels = in.channels();
        int target = offset;
        for (int x = 0; x < out.width(); x++) {
            int first = x * ImpalaStage.POOL_STRIDE - left;
            kernel.max(row, pixelAt(first), pixelAt(first + 1), pixelAt(first + 2), out.values(), target, channels);
            target += channels;
        }
    }

    private int pixelAt(int x) {
        return inside(x, in.width()) * in.channels();
    }

    private static int inside(int at, int extent) {
        return Math.max(0, Math.min(at, extent - 1));
    }
}
