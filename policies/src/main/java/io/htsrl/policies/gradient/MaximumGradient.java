package io.htsrl.policies.gradient;

import io.htsrl.policies.image.Image;
import io.htsrl.policies.image.Maximum;
import io.htsrl.policies.kernel.DenseKernel;

/** Back through a {@link Maximum}: to the first pixel of each window that holds it, windows in their order. */
final class MaximumGradient {
    private final DenseKernel kernel;
    private final Image input;
    private final Image outer;
    private final Image inner;
    private final int[] outerPixels;
    /** Of each window: where its pixels lie in {@code input}, and in {@code inner}. */
    private final int[][] taps;

    private final int[][] innerTaps;

    /**
     * @param input what the maximum was taken of
     * @param outer gradient of the maximum
     * @param inner receives the gradient of {@code input}, added to what is there
     */
    MaximumGradient(DenseKernel kernel, Maximum maximum, Image input, Image outer, Image inner) {
        this.kernel = kernel;
        this.input = input;
        this.outer = outer;
        this.inner = inner;
        outerPixels = outer.pixels();
        taps = new int[outerPixels.length][];
        innerTaps = new int[outerPixels.length][];
        for (int i = 0; i < taps.length; i++) {
            int y = i / outer.width();
            int x = i % outer.width();
            taps[i] = taps(maximum, y, x, input);
            innerTaps[i] = taps(maximum, y, x, inner);
        }
    }

    private static int[] taps(Maximum maximum, int y, int x, Image image) {
        int[] at = new int[DenseKernel.TAPS];
        for (int k = 0; k < at.length; k++) {
            at[k] = image.offset(maximum.row(y, k / 3), maximum.column(x, k % 3));
        }
        return at;
    }

    /** Of image {@code row} of the input, with gradients in {@code slot}. */
    void run(int row, int slot) {
        for (int i = 0; i < outerPixels.length; i++) {
            kernel.maxGradient(
                    input.values(),
                    taps[i],
                    row * input.size(),
                    outer.values(),
                    slot * outer.size() + outerPixels[i],
                    inner.values(),
                    innerTaps[i],
                    slot * inner.size(),
                    input.channels());
        }
    }
}
