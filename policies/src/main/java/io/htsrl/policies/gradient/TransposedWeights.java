package io.htsrl.policies.gradient;

import io.htsrl.policies.image.InputOrder;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.Panels;
import io.htsrl.policies.kernel.PlacedRows;
import io.htsrl.policies.kernel.Windows;
import io.htsrl.policies.network.DenseLayer;

/** {@link InputGradient} by rows: the weights are transposed at each load. */
final class TransposedWeights implements InputGradient {
    private final DenseKernel kernel;
    private final DenseLayer[] parts;
    private final InputOrder order;
    private final int inputs;
    private final Panels weights;
    private final Panels[] slices;
    private final Windows outputGradient;
    private final PlacedRows inputGradient;

    /** @param parts side by side in the output's columns */
    TransposedWeights(DenseKernel kernel, DenseLayer[] parts, InputOrder order, Matrix input, Matrix output, int rows) {
        this.kernel = kernel;
        this.parts = parts;
        this.order = order;
        inputs = input.columns();
        weights = new Panels(output.columns(), inputs);
        slices = DenseStage.slices(weights);
        outputGradient = DenseStage.windows(output.gradients(), output.offsets(rows), output.columns());
        inputGradient = new PlacedRows(input.gradients(), input.offsets(rows));
    }

    @Override
    public int slices() {
        return slices.length;
    }

    @Override
    public int loads() {
        return slices.length;
    }

    @Override
    public void load(float[] parameters, int slice) {
        int column = 0;
        for (DenseLayer part : parts) {
            int end = part.free() ? 0 : Math.min((slice + 1) * DenseStage.SLICE, inputs);
            int i = slice * DenseStage.SLICE;
            for (; i + 4 <= end; i += 4) {
                loadFourInputs(parameters, part, i, weights.index(column, i));
            }
            for (; i < end; i++) {
                int from = part.offset() + order.parameterRow(i) * part.outputs();
                int to = weights.index(column, i);
                for (int j = 0; j < part.outputs(); j++) {
                    weights.values()[to + j * DenseKernel.ALIGNMENT] = parameters[from + j];
                }
            }
            column += part.outputs();
        }
    }

    private void loadFourInputs(float[] parameters, DenseLayer part, int i, int to) {
        float[] values = weights.values();
        int a = part.offset() + order.parameterRow(i) * part.outputs();
        int b = part.offset() + order.parameterRow(i + 1) * part.outputs();
        int c = part.offset() + order.parameterRow(i + 2) * part.outputs();
        int d = part.offset() + order.parameterRow(i + 3) * part.outputs();
        int at = to;
        for (int j = 0; j < part.outputs(); j++) {
            values[at] = parameters[a + j];
            values[at + 1] = parameters[b + j];
            values[at + 2] = parameters[c + j];
            values[at + 3] = parameters[d + j];
            at += DenseKernel.ALIGNMENT;
        }
    }

    @Override
    public void prepare(int first, int count) {}

    @Override
    public void compute(int first, int count) {
        kernel.windows(weights, outputGradient, 0, inputGradient, 0, first, count);
    }

    @Override
    public void computeSlice(int slice, int rows, int lane) {
        kernel.windows(slices[slice], outputGradient, 0, inputGradient, slice * DenseStage.SLICE, 0, rows);
    }
}
