package io.htsrl.policies.nd4j;

import java.util.List;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * {@code max(x, 0)}, in place or into another activation. In the latter case the input has other readers as well, and
 * its gradient is added to. Backward by {@code step} and {@code multiply}: the backend's own {@code relu_bp} takes 9
 * times as long. NaN stays forward; where a value is 0 an infinite gradient becomes NaN.
 */
final class NativeRelu implements NativeLayer {
    private static final double[] THRESHOLD = {0};

    private final NativeCall.PerRows forward;
    private final NativeCall.PerRows slope;
    private final NativeCall.PerRows backward;
    /** Null in place. */
    private final NativeCall.PerRows add;

    /** @param scratch shared by layers, with room for the activation */
    NativeRelu(NativeActivation from, NativeActivation to, INDArray scratch, NativeMemory memory) {
        int maxRows = from.maxRows();
        int size = from.rowSize();
        forward = new NativeCall.PerRows(
                maxRows,
                rows -> memory.call("relu", List.of(from.valueMatrix(rows)), List.of(to.valueMatrix(rows)), THRESHOLD));
        slope = new NativeCall.PerRows(
                maxRows, rows -> memory.step(to.valueMatrix(rows), NativeMemory.view(scratch, 0, rows, size)));
        backward = new NativeCall.PerRows(
                maxRows,
                rows -> memory.call(
                        "multiply",
                        List.of(to.gradientMatrix(rows), NativeMemory.view(scratch, 0, rows, size)),
                        to.gradientMatrix(rows)));
        add = from == to
                ? null
                : new NativeCall.PerRows(
                        maxRows,
                        rows -> memory.call(
                                "add",
                                List.of(from.gradientMatrix(rows), to.gradientMatrix(rows)),
                                from.gradientMatrix(rows)));
    }

    @Override
    public void forward(int rows) {
        forward.run(rows);
    }

    @Override
    public void backward(int rows, float[] parameterGradient) {
        slope.run(rows);
        backward.run(rows);
        if (add != null) {
            add.run(rows);
        }
    }
}
