package io.htsrl.policies.gradient;

import io.htsrl.policies.image.InputOrder;
import io.htsrl.policies.kernel.CacheAlignment;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.PackedWeights;
import io.htsrl.policies.kernel.RowOffsets;
import io.htsrl.policies.kernel.Windows;
import io.htsrl.policies.network.DenseLayer;
import java.util.Arrays;

/**
 * Product of a dense layer's output gradient and its weights: one chain of fma over the outputs, in their order, for
 * each element. Calls for different slices of {@link DenseStage#SLICE} inputs, or different rows, may run at the same
 * time.
 */
interface InputGradient {

    /** Implementation where the gradient is not used. */
    InputGradient NONE = new InputGradient() {};

    /** Returns the number of slices of the inputs. */
    default int slices() {
        return 0;
    }

    /** Returns the number of slices that {@link #load} must be called for. */
    default int loads() {
        return 0;
    }

    /** Copies in the parameters of the inputs of one slice. */
    default void load(float[] parameters, int slice) {}

    /** Reads {@code count} rows of the output's gradient from {@code first}; called before {@link #computeSlice}. */
    default void prepare(int first, int count) {}

    /** Writes {@code count} rows from {@code first}. */
    default void compute(int first, int count) {}

    /** Writes one slice of the first {@code rows} rows, all of them prepared. */
    default void computeSlice(int slice, int rows, int lane) {}

    /**
     * {@link InputGradient} by inputs: reads the forward pass's weights and transposes the rows before and after. For
     * large layers and small minibatches: a transposed copy of 1.6 million weights takes longer than their product with
     * 64 rows. A factor on the left or on the right of fma is the same: equal bits.
     */
    static final class TransposedRows implements InputGradient {
        private final DenseKernel kernel;
        private final Matrix input;
        private final Matrix output;
        private final PackedWeights gradients;
        /** Gradients of the first 1, 2 ... panels of rows. */
        private final PackedWeights[] gradientPanels;
        /** Weights of one input after another, in panels of outputs. */
        private final Windows weights;
        /** {@code [lane]}: a slice of inputs, a padded row of all rows each. */
        private final RowOffsets[] transposed;

        private final int width;

        /**
         * @param forward the weights of the forward pass, with no padding
         * @param rows of a minibatch, at most
         */
        TransposedRows(DenseKernel kernel, PackedWeights forward, Matrix input, Matrix output, int rows, int lanes) {
            this.kernel = kernel;
            this.input = input;
            this.output = output;
            width = DenseKernel.pad(rows);
            gradients = new PackedWeights(output.columns(), rows);
            gradientPanels = new PackedWeights[width / DenseKernel.ALIGNMENT];
            Arrays.setAll(gradientPanels, p -> gradients.columns(0, (p + 1) * DenseKernel.ALIGNMENT));
            weights = new Windows(
                    forward.values(),
                    RowOffsets.offsets(forward.index(0, 0), DenseStage.SLICE, DenseKernel.ALIGNMENT),
                    forward.width() / DenseKernel.ALIGNMENT,
                    DenseKernel.ALIGNMENT,
                    forward.panelSize());
            transposed = new RowOffsets[lanes];
            Arrays.setAll(
                    transposed,
                    lane -> new RowOffsets(
                            CacheAlignment.floats(DenseStage.SLICE * width),
                            RowOffsets.offsets(CacheAlignment.ORIGIN, DenseStage.SLICE, width)));
        }

        @Override
        public int slices() {
            return (input.columns() + DenseStage.SLICE - 1) / DenseStage.SLICE;
        }

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
            RowOffsets out = transposed[lane];
            PackedWeights all = gradientPanels[(rows - 1) / DenseKernel.ALIGNMENT];
            kernel.windows(all, weights, slice * DenseStage.SLICE * DenseKernel.ALIGNMENT, out, 0, 0, inputs);
            for (int row = 0; row < rows; row++) {
                int to = input.at(row) + slice * DenseStage.SLICE;
                for (int i = 0; i < inputs; i++) {
                    input.gradients()[to + i] = out.values()[out.offsets()[i] + row];
                }
            }
        }
    }

    /** {@link InputGradient} by rows: the weights are transposed at each load. */
    static final class TransposedWeights implements InputGradient {
        private final DenseKernel kernel;
        private final DenseLayer[] parts;
        private final InputOrder order;
        private final int inputs;
        private final PackedWeights weights;
        private final PackedWeights[] slices;
        private final Windows outputGradient;
        private final RowOffsets inputGradient;

        /** @param parts side by side in the output's columns */
        TransposedWeights(
                DenseKernel kernel, DenseLayer[] parts, InputOrder order, Matrix input, Matrix output, int rows) {
            this.kernel = kernel;
            this.parts = parts;
            this.order = order;
            inputs = input.columns();
            weights = new PackedWeights(output.columns(), inputs);
            slices = DenseStage.slices(weights);
            outputGradient = Windows.ofRows(output.gradients(), output.offsets(rows), output.columns());
            inputGradient = new RowOffsets(input.gradients(), input.offsets(rows));
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
                for (; part.repeats() && i < end; i++) {
                    weights.values()[weights.index(column + order.parameterRow(i), i)] = 1;
                }
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
        public void compute(int first, int count) {
            kernel.windows(weights, outputGradient, 0, inputGradient, 0, first, count);
        }

        @Override
        public void computeSlice(int slice, int rows, int lane) {
            DenseStage.computeSlice(kernel, slices[slice], outputGradient, inputGradient, slice, 0, rows);
        }
    }
}
