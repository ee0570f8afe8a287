package io.htsrl.nd4j.network;

import io.htsrl.nd4j.network.MatrixProducts.LayerMatrices;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.DenseKernel.InputRows;
import io.htsrl.policies.kernel.DenseKernel.OutputRows;
import io.htsrl.policies.kernel.DenseKernel.Weights;
import io.htsrl.policies.network.DenseLayer;

/**
 * The products on the JVM's own kernel: for first layers of few inputs and heads of few outputs, where a native call
 * and the way to it cost more than the product. All three are {@link DenseKernel#dense} with another matrix in the
 * place of the weights; the gradient of the weights transposes the narrower of its two factors.
 */
final class KernelProducts implements MatrixProducts {
    private final LayerMatrices matrices;
    private final DenseLayer layer;
    private final DenseKernel kernel;
    private final boolean transposeInput;
    private final float[] weights;
    private final float[] transposedWeights;
    private final float[] transposed;
    private final float[] product;
    private final Weights forward;
    private final Weights wideFactor;
    private final Weights backward;
    private final InputRows inputRows;
    private final InputRows gradientRows;
    private final InputRows transposedRows;
    private final OutputRows output;
    private final OutputRows inputGradient;
    private final OutputRows productRows;

    KernelProducts(LayerMatrices matrices, DenseKernel kernel) {
        this.matrices = matrices;
        this.kernel = kernel;
        layer = matrices.layer();
        int maxRows = matrices.maxRows();
        int inputWidth = matrices.inputWidth();
        int outputWidth = matrices.outputWidth();
        float[] zeros = new float[Math.max(inputWidth, outputWidth)];
        weights = new float[layer.inputs() * outputWidth];
        forward = new Weights(zeros, 0, weights, 0, outputWidth);
        inputRows = new InputRows(matrices.input(), maxRows, inputWidth, 0);
        transposedWeights = new float[matrices.inputGradient() == null ? 0 : layer.outputs() * inputWidth];
        backward = new Weights(zeros, 0, transposedWeights, 0, inputWidth);
        gradientRows = new InputRows(matrices.outputGradient(), maxRows, outputWidth, 0);

        transposeInput = layer.inputs() <= layer.outputs();
        int narrow = Math.min(layer.inputs(), layer.outputs());
        float[] wide = transposeInput ? matrices.outputGradient() : matrices.input();
        int width = transposeInput ? outputWidth : inputWidth;
        transposed = new float[narrow * maxRows];
        transposedRows = new InputRows(transposed, narrow, maxRows, 0);
        wideFactor = new Weights(zeros, 0, wide, 0, width);
        product = new float[narrow * width];
        output = new OutputRows(matrices.output(), outputWidth, 0);
        inputGradient = new OutputRows(matrices.inputGradient(), inputWidth, 0);
        productRows = new OutputRows(product, width, 0);
    }

    @Override
    public void load(float[] parameters) {
        int inputs = layer.inputs();
        int outputs = layer.outputs();
        for (int i = 0; i < inputs; i++) {
            System.arraycopy(parameters, layer.offset() + i * outputs, weights, i * matrices.outputWidth(), outputs);
        }
        if (matrices.inputGradient() != null) {
            transpose(parameters, layer.offset(), outputs, inputs, outputs, transposedWeights, matrices.inputWidth());
        }
    }

    /** {@code to[j][i] = from[i][j]}. */
    private static void transpose(
            float[] from, int offset, int fromStride, int rows, int columns, float[] to, int toStride) {
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                to[j * toStride + i] = from[offset + i * fromStride + j];
            }
        }
    }

    @Override
    public void multiply(int rows) {
        kernel.dense(forward, layer.inputs(), inputRows, rows, output);
    }

    @Override
    public void multiplyTransposedLeft(int rows, float[] parameterGradient) {
        int inputs = layer.inputs();
        int outputs = layer.outputs();
        int maxRows = matrices.maxRows();
        if (transposeInput) {
            transpose(matrices.input(), 0, matrices.inputWidth(), rows, inputs, transposed, maxRows);
            kernel.dense(wideFactor, rows, transposedRows, inputs, productRows);
            for (int i = 0; i < inputs; i++) {
                System.arraycopy(
                        product, i * wideFactor.width(), parameterGradient, layer.offset() + i * outputs, outputs);
            }
        } else {
            transpose(matrices.outputGradient(), 0, matrices.outputWidth(), rows, outputs, transposed, maxRows);
            kernel.dense(wideFactor, rows, transposedRows, outputs, productRows);
            scatterTransposed(parameterGradient);
        }
    }

    private void scatterTransposed(float[] parameterGradient) {
        for (int i = 0; i < layer.inputs(); i++) {
            for (int j = 0; j < layer.outputs(); j++) {
                parameterGradient[layer.offset() + i * layer.outputs() + j] = product[j * wideFactor.width() + i];
            }
        }
    }

    @Override
    public void multiplyTransposedRight(int rows) {
        kernel.dense(backward, layer.outputs(), gradientRows, rows, inputGradient);
    }

    @Override
    public void close() {
        // heap arrays alone
    }
}
