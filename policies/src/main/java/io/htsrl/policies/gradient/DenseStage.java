package io.htsrl.policies.gradient;

import io.htsrl.policies.image.InputOrder;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.Panels;
import io.htsrl.policies.kernel.PlacedRows;
import io.htsrl.policies.kernel.Sums;
import io.htsrl.policies.kernel.Windows;
import io.htsrl.policies.network.DenseLayer;
import io.htsrl.policies.network.MlpConfig.Activation;
import java.util.Arrays;
import java.util.List;

/**
 * Dense layers that read the same input, side by side as one, with the non-linearity behind them. Outputs, input
 * gradients and weight gradients are one chain of fma each, over inputs, outputs and rows in their order: whoever
 * computes which rows, columns or strips changes no bit. The calls say which of them; those that name different ones
 * may run at the same time. A free layer is a bias beside them, whose weights stay zero.
 */
final class DenseStage {
    /** Columns of one slice. */
    static final int SLICE = 64;

    /** Inputs of one strip of the weights' gradient: a line of the cache in each row. */
    static final int STRIP = 16;

    private final DenseKernel kernel;
    // an array: a list's iterator is an allocation whenever the JIT compiler says so
    private final DenseLayer[] parts;
    private final Activation activation;
    private final InputOrder order;
    private final Matrix input;
    private final Matrix output;
    private final Panels forward;
    private final Panels[] forwardSlices;
    private final Windows inputRows;
    private final PlacedRows outputRows;
    private final PlacedRows leftFactor;
    private final PlacedRows rightFactor;
    private final Sums[] strips;
    // of the input's gradient; empty or null where nobody needs it
    private final Panels[] backwardSlices;
    private final Panels backward;
    private final Windows gradientRows;
    private final PlacedRows inputGradientRows;

    /**
     * @param activation null for heads, which have none
     * @param order      of the inputs
     * @param lanes      that strips may run on
     */
    DenseStage(
            DenseKernel kernel,
            List<DenseLayer> parts,
            Activation activation,
            InputOrder order,
            Matrix input,
            Matrix output,
            int lanes) {
        this.kernel = kernel;
        this.parts = parts.toArray(DenseLayer[]::new);
        this.activation = activation;
        this.order = order;
        this.input = input;
        this.output = output;
        int rows = output.values().length / output.width();
        int[] inputAt = PlacedRows.offsets(rows, input.width());
        int[] outputAt = PlacedRows.offsets(rows, output.width());
        forward = new Panels(input.columns(), output.columns());
        forwardSlices = slices(forward);
        inputRows = new Windows(input.values(), inputAt, 1, input.columns(), 0);
        outputRows = new PlacedRows(output.values(), outputAt);
        leftFactor = new PlacedRows(input.values(), inputAt);
        rightFactor = new PlacedRows(output.gradients(), outputAt);
        strips = new Sums[lanes];
        Arrays.setAll(
                strips, lane -> new Sums(new float[STRIP * output.width()], 0, output.width(), STRIP, output.width()));
        boolean inner = input.gradients() != null;
        backward = inner ? new Panels(output.columns(), input.columns()) : null;
        backwardSlices = inner ? slices(backward) : new Panels[0];
        gradientRows = new Windows(output.gradients(), outputAt, 1, output.columns(), 0);
        inputGradientRows = new PlacedRows(input.gradients(), inputAt);
    }

    private static Panels[] slices(Panels panels) {
        Panels[] slices = new Panels[(panels.width() + SLICE - 1) / SLICE];
        Arrays.setAll(slices, s -> panels.columns(s * SLICE, Math.min(SLICE, panels.width() - s * SLICE)));
        return slices;
    }

    Matrix output() {
        return output;
    }

    int outputSlices() {
        return forwardSlices.length;
    }

    /** Slices of the inputs; 0 where nobody needs their gradient. */
    int inputSlices() {
        return backwardSlices.length;
    }

    int strips() {
        return (input.columns() + STRIP - 1) / STRIP;
    }

    /** Copies in all parameters. */
    void load(float[] parameters) {
        for (int slice = 0; slice < forwardSlices.length; slice++) {
            loadOutputs(parameters, slice);
        }
        for (int slice = 0; slice < backwardSlices.length; slice++) {
            loadInputs(parameters, slice);
        }
    }

    /** Copies in the parameters of the outputs of one slice. */
    void loadOutputs(float[] parameters, int slice) {
        int column = 0;
        for (DenseLayer part : parts) {
            int from = Math.max(slice * SLICE, column);
            int to = Math.min((slice + 1) * SLICE, column + part.outputs());
            if (from < to) {
                order.pack(part, parameters, from - column, to - from, forward, from);
            }
            column += part.outputs();
        }
    }

    /** Copies in the parameters of the inputs of one slice. */
    void loadInputs(float[] parameters, int slice) {
        int column = 0;
        for (DenseLayer part : parts) {
            int end = part.free() ? 0 : Math.min((slice + 1) * SLICE, input.columns());
            int i = slice * SLICE;
            for (; i + 4 <= end; i += 4) {
                loadFourInputs(parameters, part, i, backward.index(column, i));
            }
            for (; i < end; i++) {
                int from = part.offset() + order.parameterRow(i) * part.outputs();
                int to = backward.index(column, i);
                for (int j = 0; j < part.outputs(); j++) {
                    backward.values()[to + j * DenseKernel.ALIGNMENT] = parameters[from + j];
                }
            }
            column += part.outputs();
        }
    }

    private void loadFourInputs(float[] parameters, DenseLayer part, int i, int to) {
        float[] values = backward.values();
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

    /** From the input to the output, {@code count} rows from {@code first}. */
    void forwardRows(int first, int count) {
        kernel.windows(forward, inputRows, 0, outputRows, 0, first, count);
        activate(first * output.width(), count * output.width());
    }

    /** From the input to one slice of the output, {@code count} rows from {@code first}. */
    void forwardSlice(int slice, int first, int count) {
        Panels panels = forwardSlices[slice];
        kernel.windows(panels, inputRows, 0, outputRows, slice * SLICE, first, count);
        for (int row = first; row < first + count; row++) {
            activate(row * output.width() + slice * SLICE, panels.width());
        }
    }

    private void activate(int at, int count) {
        if (activation == Activation.TANH) {
            kernel.tanh(output.values(), at, count);
        } else if (activation == Activation.RELU) {
            kernel.relu(output.values(), at, output.values(), at, count);
        }
    }

    /** The output's gradient becomes the one before the non-linearity, {@code count} rows from {@code first}. */
    void bendRows(int first, int count) {
        int at = first * output.width();
        float[] gradients = output.gradients();
        if (activation == Activation.TANH) {
            kernel.tanhGradient(gradients, output.values(), at, count * output.width());
        } else if (activation == Activation.RELU) {
            kernel.reluGradient(gradients, at, output.values(), at, gradients, at, count * output.width());
        }
    }

    /** From the output's gradient to the input's where there is one, {@code count} rows from {@code first}. */
    void backwardRows(int first, int count) {
        if (backward != null) {
            kernel.windows(backward, gradientRows, 0, inputGradientRows, 0, first, count);
        }
    }

    /** From the output's gradient to one slice of the input's, {@code count} rows from {@code first}. */
    void backwardSlice(int slice, int first, int count) {
        kernel.windows(backwardSlices[slice], gradientRows, 0, inputGradientRows, slice * SLICE, first, count);
    }

    /** The gradient of the weights of one strip of inputs over {@code rows} rows; the first strip's also of the bias. */
    void differentiate(int strip, int rows, float[] parameterGradient, int lane) {
        Sums sums = strips[lane];
        int first = strip * STRIP;
        Arrays.fill(sums.values(), 0);
        kernel.products(leftFactor, first, rightFactor, 0, 0, rows, sums);
        int column = 0;
        for (DenseLayer part : parts) {
            int end = part.free() ? 0 : Math.min(first + STRIP, input.columns());
            for (int i = first; i < end; i++) {
                int to = part.offset() + order.parameterRow(i) * part.outputs();
                System.arraycopy(sums.values(), sums.index(i - first, column), parameterGradient, to, part.outputs());
            }
            column += part.outputs();
        }
        if (strip == 0) {
            differentiateBias(sums.values(), rows, parameterGradient);
        }
    }

    private void differentiateBias(float[] sums, int rows, float[] parameterGradient) {
        Arrays.fill(sums, 0, output.width(), 0);
        kernel.columnSums(rightFactor, 0, 0, rows, sums, 0, output.width());
        int column = 0;
        for (DenseLayer part : parts) {
            System.arraycopy(sums, column, parameterGradient, part.biasOffset(), part.outputs());
            column += part.outputs();
        }
    }
}
