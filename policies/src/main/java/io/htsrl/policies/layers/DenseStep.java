package io.htsrl.policies.layers;

import io.htsrl.policies.gradient.DenseStage;
import io.htsrl.policies.gradient.Matrix;
import io.htsrl.policies.image.InputOrder;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.RowOffsets;
import io.htsrl.policies.kernel.Windows;
import io.htsrl.policies.network.DenseLayer;
import java.util.List;

/** Dense layers with one input, side by side. */
final class DenseStep extends LayerStep {
    private final DenseKernel kernel;
    private final int index;
    private final Matrix input;
    private final Windows inputRows;
    private final RowOffsets outputRows;
    private final DenseStage learning;

    /**
     * @param index place of the weights
     * @param lanes lanes of a learner; 0 for an actor
     */
    DenseStep(
            DenseKernel kernel,
            int index,
            List<DenseLayer> parts,
            InputOrder order,
            Matrix input,
            Matrix output,
            int lanes) {
        super(output);
        this.kernel = kernel;
        this.index = index;
        this.input = input;
        int rows = output.rows();
        inputRows = Windows.ofRows(input.values(), input.offsets(rows), input.columns());
        outputRows = new RowOffsets(output.values(), output.offsets(rows));
        learning = lanes == 0 ? null : new DenseStage(kernel, parts, null, order, input, output, false, lanes);
    }

    @Override
    void load(float[] parameters) {
        learning.load(parameters);
    }

    @Override
    void forward(LayerWeights weights, int first, int count) {
        if (learning != null) {
            learning.forwardRows(first, count);
        } else {
            kernel.windows(weights.packed(index), inputRows, 0, outputRows, 0, first, count);
        }
    }

    @Override
    void backward(LayerWeights weights, int first, int count) {
        if (input.gradients() != null) {
            learning.backwardRows(first, count);
        }
    }

    @Override
    int ranges() {
        return learning.ranges();
    }

    @Override
    void differentiate(LayerWeights weights, int range, int rows, float[] parameterGradient, int lane) {
        learning.differentiate(range, rows, parameterGradient, lane);
    }
}
