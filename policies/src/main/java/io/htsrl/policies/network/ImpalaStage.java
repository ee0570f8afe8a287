package io.htsrl.policies.network;

import java.util.List;

/**
 * Stage of the IMPALA torso: a convolution, a maximum over windows 3x3 with stride 2, and residual blocks {@code x +
 * second(relu(first(relu(x))))}. The maximum is padded as TensorFlow's {@code SAME}: of the rows that windows overhang
 * the input by, the smaller half is above it; values outside are never the maximum.
 *
 * @param entry the convolution before the maximum
 * @param blocks the residual blocks behind it
 */
public record ImpalaStage(ConvLayer entry, List<Block> blocks) {
    public static final int POOL_KERNEL = 3;
    public static final int POOL_STRIDE = 2;

    /** The two convolutions of a residual block. */
    public record Block(ConvLayer first, ConvLayer second) {}

    /** Returns the number of rows after the maximum. */
    public int height() {
        return pooled(entry.outputHeight());
    }

    /** Returns the number of columns after the maximum. */
    public int width() {
        return pooled(entry.outputWidth());
    }

    /** Returns the number of rows by which the topmost windows overhang the input. */
    public int padTop() {
        return overhang(entry.outputHeight()) / 2;
    }

    /** Returns the number of columns by which the leftmost windows overhang the input. */
    public int padLeft() {
        return overhang(entry.outputWidth()) / 2;
    }

    static int pooled(int extent) {
        return (extent + POOL_STRIDE - 1) / POOL_STRIDE;
    }

    private static int overhang(int extent) {
        return Math.max((pooled(extent) - 1) * POOL_STRIDE + POOL_KERNEL - extent, 0);
    }
}
