package io.htsrl.policies.nd4j;

import io.htsrl.policies.network.ImpalaStage;
import java.util.List;

/**
 * The maximum over windows of an {@link ImpalaStage}, by the backend's {@code maxpool2d} and {@code maxpool2d_bp}. It
 * prefers numbers to NaN: whoever must know of NaN looks at the parameters and gradients too.
 */
final class NativeMaximum implements NativeLayer {
    /** Kernel, stride, padding, dilation; padded as TensorFlow's SAME, unused, channels innermost. */
    private static final int[] GEOMETRY = {
        ImpalaStage.POOL_KERNEL,
        ImpalaStage.POOL_KERNEL,
        ImpalaStage.POOL_STRIDE,
        ImpalaStage.POOL_STRIDE,
        0,
        0,
        1,
        1,
        1,
        0,
        1
    };

    private final NativeCall.PerRows forward;
    private final NativeCall.PerRows backward;

    NativeMaximum(NativeActivation input, NativeActivation output, NativeMemory memory) {
        forward = new NativeCall.PerRows(
                input.maxRows(),
                rows -> memory.call("maxpool2d", List.of(input.values(rows)), output.values(rows), GEOMETRY));
        backward = new NativeCall.PerRows(
                input.maxRows(),
                rows -> memory.call(
                        "maxpool2d_bp",
                        List.of(input.values(rows), output.gradient(rows)),
                        input.gradient(rows),
                        GEOMETRY));
    }

    @Override
    public void forward(int rows) {
        forward.run(rows);
    }

    @Override
    public void backward(int rows, float[] parameterGradient) {
        backward.run(rows);
    }
}
