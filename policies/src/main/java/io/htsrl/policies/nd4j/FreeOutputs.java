package io.htsrl.policies.nd4j;

import io.htsrl.policies.network.DenseLayer;
import io.htsrl.policies.network.MlpLayout;
import java.util.Arrays;

/** The outputs that no input decides, where a network has any: columns behind its first head's. One thread. */
final class FreeOutputs {
    private final int rowWidth;
    private final int column;
    private final int offset;
    private final float[] values;

    FreeOutputs(MlpLayout layout) {
        DenseLayer last = layout.policyHeads().get(layout.policyHeads().size() - 1);
        rowWidth = layout.outputWidth();
        column = layout.first().computed();
        offset = last.biasOffset();
        values = new float[layout.first().free()];
    }

    int count() {
        return values.length;
    }

    void load(float[] parameters) {
        System.arraycopy(parameters, offset, values, 0, values.length);
    }

    void write(int rows, float[] outputs) {
        for (int row = 0; row < rows; row++) {
            System.arraycopy(values, 0, outputs, row * rowWidth + column, values.length);
        }
    }

    /** Sums over the rows, in their order. */
    void differentiate(int rows, float[] outputGradient, float[] parameterGradient) {
        Arrays.fill(parameterGradient, offset, offset + values.length, 0);
        for (int row = 0; row < rows; row++) {
            for (int i = 0; i < values.length; i++) {
                parameterGradient[offset + i] += outputGradient[row * rowWidth + column + i];
            }
        }
    }
}
