package io.htsrl.policies.nd4j;

import java.util.List;

/**
 * The end of a residual block: adds the block's output to its input, in place. The two share one gradient array, so
 * there is nothing to do on the way back.
 */
final class NativeSum implements NativeLayer {
    private final NativeCall.PerRows forward;

    NativeSum(NativeActivation addend, NativeActivation sum, NativeMemory memory) {
        if (addend.gradient() != sum.gradient()) {
            throw new IllegalArgumentException("a sum and its addend need one gradient array");
        }
        forward = new NativeCall.PerRows(
                sum.maxRows(),
                rows -> memory.call(
                        "add", List.of(sum.valueMatrix(rows), addend.valueMatrix(rows)), sum.valueMatrix(rows)));
    }

    @Override
    public void forward(int rows) {
        forward.run(rows);
    }

    @Override
    public void backward(int rows, float[] parameterGradient) {}
}
