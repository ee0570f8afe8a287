package io.htsrl.nd4j.network;

import io.htsrl.nd4j.network.MatrixProducts.LayerMatrices;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.GradientBlock;
import io.htsrl.policies.kernel.PackedWeights;
import io.htsrl.policies.kernel.RowOffsets;
import io.htsrl.policies.kernel.Windows;
import io.htsrl.policies.network.DenseLayer;
import java.util.Arrays;

/**
 * Products on the JVM's kernel, for first layers with few inputs and heads with few outputs, where a native call and
 * its copies cost more than the product. The gradient of the weights has the narrower of its two factors on the left.
 */
final class KernelProducts implements MatrixProducts {
    private final DenseLayer layer;
    private final DenseKernel kernel;
    private final PackedWeights forward;
    private final PackedWeights backward;
    private final RowOffsets output;
    private final RowOffsets inputGradient;
    private final Windows inputRows;
    private final Windows gradientRows;
    private final RowOffsets left;
    private final RowOffsets right;
    private final GradientBlock sums;

    KernelProducts(LayerMatrices matrices, DenseKernel kernel) {
        this.kernel = kernel;
        layer = matrices.layer();
        int[] inputAt = RowOffsets.offsets(0, matrices.maxRows(), matrices.inputWidth());
        int[] outputAt = RowOffsets.offsets(0, matrices.maxRows(), matrices.outputWidth());
        forward = new PackedWeights(layer.inputs(), layer.outputs());
        backward = new PackedWeights(layer.outputs(), layer.inputs());
        inputRows = new Windows(matrices.input(), inputAt, 1, layer.inputs(), 0);
        gradientRows = new Windows(matrices.outputGradient(), outputAt, 1, layer.outputs(), 0);
        output = new RowOffsets(matrices.output(), outputAt);
        inputGradient = new RowOffsets(matrices.inputGradient(), inputAt);
        RowOffsets inputs = new RowOffsets(matrices.input(), inputAt);
        RowOffsets gradients = new RowOffsets(matrices.outputGradient(), outputAt);
        left = inputsOnTheLeft() ? inputs : gradients;
        right = inputsOnTheLeft() ? gradients : inputs;
        int height = GradientBlock.pad(Math.min(layer.inputs(), layer.outputs()));
        int width = inputsOnTheLeft() ? matrices.outputWidth() : matrices.inputWidth();
        sums = new GradientBlock(new float[height * width], 0, width, height, width);
    }

    private boolean inputsOnTheLeft() {
        return layer.inputs() <= layer.outputs();
    }

    @Override
    public void load(float[] parameters) {
        for (int i = 0; i < layer.inputs(); i++) {
            int from = layer.offset() + i * layer.outputs();
            forward.setRow(i, 0, parameters, from, layer.outputs());
            for (int j = 0; j < layer.outputs(); j++) {
                backward.values()[backward.index(j, i)] = parameters[from + j];
            }
        }
    }

    @Override
    public void multiply(int rows) {
        kernel.windows(forward, inputRows, 0, output, 0, 0, rows);
    }

    @Override
    public void multiplyTransposedLeft(int rows, float[] parameterGradient) {
        Arrays.fill(sums.values(), 0);
        kernel.products(left, 0, right, 0, 0, rows, sums);
        for (int i = 0; i < layer.inputs(); i++) {
            for (int j = 0; j < layer.outputs(); j++) {
                int at = inputsOnTheLeft() ? sums.index(i, j) : sums.index(j, i);
                parameterGradient[layer.offset() + i * layer.outputs() + j] = sums.values()[at];
            }
        }
    }

    @Override
    public void multiplyTransposedRight(int rows) {
        kernel.windows(backward, gradientRows, 0, inputGradient, 0, 0, rows);
    }

    @Override
    public void close() {
        // only heap arrays
    }
}
