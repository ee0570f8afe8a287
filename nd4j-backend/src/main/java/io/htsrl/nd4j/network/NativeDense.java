package io.htsrl.nd4j.network;

import io.htsrl.nd4j.network.NativeMemory.NativeCall;
import io.htsrl.policies.network.DenseLayer;
import java.nio.FloatBuffer;
import java.util.List;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * One dense layer, or several layers with the same input, as one matrix of weights. Channels are innermost in an input
 * image but not in the flat vector, so the rows of the weights are reordered when copied.
 */
final class NativeDense implements NativeLayer {
    private final List<DenseLayer> parts;
    private final int width;
    private final int channels;
    private final int pixels;
    private final int maxRows;
    private final float[] biasRow;
    private final FloatBuffer weights;
    private final FloatBuffer weightGradient;
    private final FloatBuffer biasGradient;
    private final FloatBuffer outputs;
    private final NativeCall.PerRows forward;
    private final NativeCall.PerRows weightProduct;
    private final NativeCall.PerRows biasProduct;
    private final NativeCall.PerRows inputProduct;

    /**
     * @param channels channels of the input image; 1 where the input is a plain row
     * @param input input of the layer, which has a gradient
     */
    NativeDense(
            List<DenseLayer> parts,
            int channels,
            NativeActivation input,
            NativeActivation output,
            NativeMemory memory) {
        this.parts = parts;
        this.channels = channels;
        maxRows = input.maxRows();
        width = output.rowSize();
        pixels = input.rowSize() / channels;
        biasRow = new float[width];
        INDArray w = memory.array(input.rowSize(), width);
        INDArray dw = memory.array(input.rowSize(), width);
        INDArray db = memory.array(1, width);
        INDArray ones = memory.array(1, maxRows);
        ones.assign(1);
        weights = w.data().asNioFloat();
        weightGradient = dw.data().asNioFloat();
        biasGradient = db.data().asNioFloat();
        outputs = output.values().data().asNioFloat();
        forward = new NativeCall.PerRows(
                maxRows,
                rows -> memory.call(
                        "matmul",
                        List.of(input.valueMatrix(rows), w),
                        List.of(output.valueMatrix(rows)),
                        new double[] {1, 1},
                        0,
                        0));
        weightProduct = new NativeCall.PerRows(
                maxRows, rows -> memory.product(input.valueMatrix(rows), true, output.gradientMatrix(rows), false, dw));
        biasProduct = new NativeCall.PerRows(
                maxRows,
                rows -> memory.product(
                        NativeMemory.view(ones, 0, 1, rows), false, output.gradientMatrix(rows), false, db));
        inputProduct = new NativeCall.PerRows(
                maxRows,
                rows -> memory.product(output.gradientMatrix(rows), false, w, true, input.gradientMatrix(rows)));
    }

    /** Returns the native row of input {@code i} of the flat vector, {@code [channel][pixel]}. */
    private int nativeRow(int i) {
        return i % pixels * channels + i / pixels;
    }

    @Override
    public void load(float[] parameters) {
        int column = 0;
        for (int p = 0; p < parts.size(); p++) {
            DenseLayer part = parts.get(p);
            int count = part.outputs();
            for (int i = 0; i < part.inputs(); i++) {
                NativeActivation.write(
                        parameters, part.offset() + i * count, count, weights, nativeRow(i) * width + column);
            }
            System.arraycopy(parameters, part.biasOffset(), biasRow, column, count);
            column += count;
        }
    }

    /** Computes the output by adding the product to the biases. */
    @Override
    public void forward(int rows) {
        outputs.position(0);
        for (int row = 0; row < rows; row++) {
            outputs.put(biasRow);
        }
        forward.run(rows);
    }

    @Override
    public void backward(int rows, float[] parameterGradient) {
        weightProduct.run(rows);
        biasProduct.run(rows);
        inputProduct.run(rows);
        int column = 0;
        for (int p = 0; p < parts.size(); p++) {
            DenseLayer part = parts.get(p);
            int count = part.outputs();
            for (int i = 0; i < part.inputs(); i++) {
                NativeActivation.read(
                        weightGradient,
                        nativeRow(i) * width + column,
                        parameterGradient,
                        part.offset() + i * count,
                        count);
            }
            NativeActivation.read(biasGradient, column, parameterGradient, part.biasOffset(), count);
            column += count;
        }
    }
}
