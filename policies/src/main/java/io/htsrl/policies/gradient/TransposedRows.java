package io.htsrl.policies.gradient;

import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.Lines;
import io.htsrl.policies.kernel.Panels;
import io.htsrl.policies.kernel.PlacedRows;
import io.htsrl.policies.kernel.Windows;
import java.util.Arrays;

/**
 * {@link InputGradient} by inputs: reads the weights where the forward pass has them, and transposes the rows before
 * and behind. For large layers and small minibatches: a transposed copy of 1.6 million weights takes longer than their
 * product with 64 rows. A factor on the left or on the right of fma is the same: equal bits.
 */
final class TransposedRows implements InputGradient {
    private final DenseKernel kernel;
    private final Matrix input;
    private final Matrix output;
    private final Panels gradients;
    /** Of the first 1, 2 ... panels of rows. */
    private final Panels[] gradientPanels;
    /** The weights of one input after another, in panels of outputs. */
    private final Windows weights;
    /** {@code [lane]}: a slice of inputs, a padded row of all rows each. */
    private final PlacedRows[] transposed;

    private final int width;

    /**
     * @param forward the weights of the forward pass, with no padding
     * @param rows    of a minibatch, at most
     */
    TransposedRows(DenseKernel kernel, Panels forward, Matrix input, Matrix output, int rows, int lanes) {
        this.kernel = kernel;
        this.input = input;
        this.output = output;
        width = DenseKernel.pad(rows);
        gradients = new Panels(output.columns(), rows);
        gradientPanels = new Panels[width / DenseKernel.ALIGNMENT];
        Arrays.setAll(gradientPanels, p -> gradients.columns(0, (p + 1) * DenseKernel.ALIGNMENT));
        weights = new Windows(
                forward.values(),
                PlacedRows.offsets(forward.index(0, 0), DenseStage.SLICE, DenseKernel.ALIGNMENT),
                forward.width() / DenseKernel.ALIGNMENT,
                DenseKernel.ALIGNMENT,
                forward.panelSize());
        transposed = new PlacedRows[lanes];
        Arrays.setAll(
                transposed,
                lane -> new PlacedRows(
                        Lines.floats(DenseStage.SLICE * width),
                        PlacedRows.offsets(Lines.ORIGIN, DenseStage.SLICE, width)));
    }

    @Override
    public int slices() {
        return (input.columns() + DenseStage.SLICE - 1) / DenseStage.SLICE;
    }

    @Override
    public int loads() {
        return 0;
    }

    @Override
    public void load(float[] parameters, int slice) {}

    @Override
    public void prepare(int first, int count) {
        for (int row = first; row < first + count; row++) {
            int from = output.at(row);
            int to = gradients.index(0, row);
            for (int j = 0; j < output.columns(); j++) {
                gradients.values()[to + j * DenseKernel.ALIGNMENT] = output.gradients()[from + j];
            }
        }
    }

    @Override
    public void compute(int first, int count) {
        throw new UnsupportedOperationException("by slices only");
    }

    @Override
    public void computeSlice(int slice, int rows, int lane) {
        int inputs = Math.min(DenseStage.SLICE, input.columns() - slice * DenseStage.SLICE);
        PlacedRows out = transposed[lane];
        Panels all = gradientPanels[(rows - 1) / DenseKernel.ALIGNMENT];
        kernel.windows(all, weights, slice * DenseStage.SLICE * DenseKernel.ALIGNMENT, out, 0, 0, inputs);
        for (int row = 0; row < rows; row++) {
            int to = input.at(row) + slice * DenseStage.SLICE;
            for (int i = 0; i < inputs; i++) {
                input.gradients()[to + i] = out.values()[out.offsets()[i] + row];
            }
        }
    }
}
