package io.htsrl.policies.layers;

import io.htsrl.policies.gradient.ConvStage;
import io.htsrl.policies.gradient.Matrix;
import io.htsrl.policies.image.Image;
import io.htsrl.policies.image.WindowOrder;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.RowOffsets;
import io.htsrl.policies.kernel.Windows;
import io.htsrl.policies.network.ConvLayer;

/**
 * Convolution. Rows of matrices have pixels side by side; it reads copies with the layout of {@link WindowOrder}. A
 * learner keeps those of all rows, an actor that of one.
 */
final class ConvolutionStep extends LayerStep {
    private final DenseKernel kernel;
    private final int index;
    private final Matrix input;
    private final Image pixels;
    private final Image copies;
    private final Windows windows;
    private final RowOffsets outputPixels;
    private final ConvStage learning;
    // gradients, as rows of pixels and as the convolution's copies; null for an actor, or where not used
    private final Image outputRows;
    private final Image outputGradient;
    private final Image inputRows;
    private final Image inputGradient;

    /**
     * @param index place of the weights
     * @param learning whether it computes gradients
     */
    ConvolutionStep(DenseKernel kernel, int index, ConvLayer layer, Matrix input, Matrix output, boolean learning) {
        super(output);
        this.kernel = kernel;
        this.index = index;
        this.input = input;
        WindowOrder order = new WindowOrder(layer);
        int rows = learning ? output.rows() : 1;
        pixels = input.images(layer.channels(), layer.height(), layer.width());
        copies = order.image(rows);
        windows = order.windows(copies);
        Image result = output.images(layer.outputs(), layer.outputHeight(), layer.outputWidth());
        outputPixels = new RowOffsets(output.values(), result.pixels());
        outputRows = result.over(output.gradients());
        inputRows = pixels.over(input.gradients());
        outputGradient = learning ? ConvStage.gradient(layer, rows) : null;
        inputGradient = learning && input.gradients() != null ? order.image(rows) : null;
        this.learning = learning ? new ConvStage(kernel, layer, copies, result, outputGradient, inputGradient) : null;
    }

    @Override
    void load(float[] parameters) {
        learning.load(parameters);
    }

    @Override
    void forward(LayerWeights weights, int first, int count) {
        for (int row = first; row < first + count; row++) {
            int slot = learning == null ? 0 : row;
            copy(pixels, row * input.width(), copies, slot * copies.size());
            if (learning != null) {
                learning.forward(row, row);
            } else {
                int all = outputPixels.offsets().length;
                kernel.windows(weights.packed(index), windows, 0, outputPixels, row * output.width(), 0, all);
            }
        }
    }

    @Override
    void backward(LayerWeights weights, int first, int count) {
        for (int row = first; row < first + count; row++) {
            copy(outputRows, row * output.width(), outputGradient, row * outputGradient.size());
            if (inputGradient != null) {
                learning.backward(row);
                copy(inputGradient, row * inputGradient.size(), inputRows, row * input.width());
            }
        }
    }

    /** Copies an image, pixel by pixel. */
    private static void copy(Image from, int fromShift, Image to, int toShift) {
        for (int y = 0; y < from.height(); y++) {
            for (int x = 0; x < from.width(); x++) {
                System.arraycopy(
                        from.values(),
                        fromShift + from.offset(y, x),
                        to.values(),
                        toShift + to.offset(y, x),
                        from.channels());
            }
        }
    }

    @Override
    int ranges() {
        return learning.ranges();
    }

    @Override
    void beginSums() {
        learning.clearSums();
    }

    @Override
    void differentiate(LayerWeights weights, int range, int rows, float[] parameterGradient, int lane) {
        learning.addImages(range, 0, rows);
    }

    @Override
    void endSums(float[] parameterGradient) {
        learning.writeGradient(parameterGradient);
    }
}
