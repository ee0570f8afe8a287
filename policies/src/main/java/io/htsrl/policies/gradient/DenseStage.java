package io.htsrl.policies.gradient;

import io.htsrl.policies.gradient.InputGradient.TransposedRows;
import io.htsrl.policies.gradient.InputGradient.TransposedWeights;
import io.htsrl.policies.image.InputOrder;
import io.htsrl.policies.kernel.CacheAlignment;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.GradientBlock;
import io.htsrl.policies.kernel.PackedWeights;
import io.htsrl.policies.kernel.RowOffsets;
import io.htsrl.policies.kernel.Windows;
import io.htsrl.policies.network.ChainedNetwork;
import io.htsrl.policies.network.DenseLayer;
import io.htsrl.policies.network.MlpConfig.Activation;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

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
    private final PackedWeights forward;
    private final PackedWeights[] forwardSlices;
    private final Windows inputRows;
    private final RowOffsets outputRows;
    private final RowOffsets leftFactor;
    private final RowOffsets rightFactor;
    private final GradientBlock[] strips;
    private final InputGradient inputGradient;

    /**
     * @param activation null for heads, which have none
     * @param order      of the inputs
     * @param bySlices   whether the input's gradient is asked for by slices, else by rows
     * @param lanes      that strips and slices may run on
     */
    DenseStage(
            DenseKernel kernel,
            List<DenseLayer> parts,
            Activation activation,
            InputOrder order,
            Matrix input,
            Matrix output,
            boolean bySlices,
            int lanes) {
        this.kernel = kernel;
        this.parts = parts.toArray(DenseLayer[]::new);
        this.activation = activation;
        this.order = order;
        this.input = input;
        this.output = output;
        int rows = output.rows();
        int[] inputAt = input.offsets(rows);
        int[] outputAt = output.offsets(rows);
        forward = new PackedWeights(input.columns(), output.columns());
        forwardSlices = slices(forward);
        inputRows = Windows.ofRows(input.values(), inputAt, input.columns());
        outputRows = new RowOffsets(output.values(), outputAt);
        leftFactor = new RowOffsets(input.values(), inputAt);
        rightFactor = new RowOffsets(output.gradients(), outputAt);
        strips = new GradientBlock[lanes];
        int width = forward.width();
        Arrays.setAll(
                strips,
                lane -> new GradientBlock(
                        CacheAlignment.floats(STRIP * width), CacheAlignment.ORIGIN, width, STRIP, width));
        inputGradient = inputGradient(bySlices, lanes, rows);
    }

    /** The way that copies less: the weights transposed at each load, or the rows that go through them. */
    private InputGradient inputGradient(boolean bySlices, int lanes, int rows) {
        if (input.gradients() == null) {
            return InputGradient.NONE;
        }
        boolean few = parts.length == 1 && output.columns() == forward.width() && 2 * rows <= output.columns();
        return bySlices && few
                ? new TransposedRows(kernel, forward, input, output, rows, lanes)
                : new TransposedWeights(kernel, parts, order, input, output, rows);
    }

    static PackedWeights[] slices(PackedWeights panels) {
        PackedWeights[] slices = new PackedWeights[(panels.width() + SLICE - 1) / SLICE];
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
        return inputGradient.slices();
    }

    /** Slices of {@link #loadInputs}. */
    int inputLoads() {
        return inputGradient.loads();
    }

    int strips() {
        return (input.columns() + STRIP - 1) / STRIP;
    }

    /** Copies in all parameters. */
    void load(float[] parameters) {
        for (int slice = 0; slice < forwardSlices.length; slice++) {
            loadOutputs(parameters, slice);
        }
        for (int slice = 0; slice < inputLoads(); slice++) {
            loadInputs(parameters, slice);
        }
    }

    /** Copies in the parameters of the inputs of one slice. */
    void loadInputs(float[] parameters, int slice) {
        inputGradient.load(parameters, slice);
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

    /** From the input to the output, {@code count} rows from {@code first}. */
    void forwardRows(int first, int count) {
        kernel.windows(forward, inputRows, 0, outputRows, 0, first, count);
        activate(output.at(first), count * output.width());
    }

    /** From the input to one slice of the output, {@code count} rows from {@code first}. */
    void forwardSlice(int slice, int first, int count) {
        PackedWeights panels = forwardSlices[slice];
        kernel.windows(panels, inputRows, 0, outputRows, slice * SLICE, first, count);
        for (int row = first; row < first + count; row++) {
            activate(output.at(row) + slice * SLICE, panels.width());
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
    void activationBackward(int first, int count) {
        int at = output.at(first);
        float[] gradients = output.gradients();
        if (activation == Activation.TANH) {
            kernel.tanhGradient(gradients, output.values(), at, count * output.width());
        } else if (activation == Activation.RELU) {
            kernel.reluGradient(gradients, at, output.values(), at, gradients, at, count * output.width());
        }
    }

    /** From the output's gradient to the input's where there is one, {@code count} rows from {@code first}. */
    void backwardRows(int first, int count) {
        inputGradient.compute(first, count);
    }

    /** Before {@link #backwardSlice}: looks at the output's gradient of these rows. */
    void prepareRows(int first, int count) {
        inputGradient.prepare(first, count);
    }

    /** From the output's gradient to one slice of the input's, {@code rows} rows, all of them prepared. */
    void backwardSlice(int slice, int rows, int lane) {
        inputGradient.computeSlice(slice, rows, lane);
    }

    /** The gradient of the weights of one strip of inputs over {@code rows} rows; the first strip's also of the bias. */
    void differentiate(int strip, int rows, float[] parameterGradient, int lane) {
        sum(strip, rows, parameterGradient, lane, false);
    }

    /** The same, going on from the sums over other rows that {@code parameterGradient} holds. */
    void accumulate(int strip, int rows, float[] parameterGradient, int lane) {
        sum(strip, rows, parameterGradient, lane, true);
    }

    private void sum(int strip, int rows, float[] parameterGradient, int lane, boolean accumulates) {
        GradientBlock sums = strips[lane];
        Arrays.fill(sums.values(), 0);
        if (accumulates) {
            copyWeights(strip, sums, parameterGradient, true);
        }
        kernel.products(leftFactor, strip * STRIP, rightFactor, 0, 0, rows, sums);
        copyWeights(strip, sums, parameterGradient, false);
        if (strip == 0) {
            sumBias(sums.values(), rows, parameterGradient, accumulates);
        }
    }

    /** Between the sums of a strip and their places in the gradient. */
    private void copyWeights(int strip, GradientBlock sums, float[] parameterGradient, boolean in) {
        int first = strip * STRIP;
        int column = 0;
        for (DenseLayer part : parts) {
            int end = part.free() ? 0 : Math.min(first + STRIP, input.columns());
            for (int i = first; i < end; i++) {
                int at = part.offset() + order.parameterRow(i) * part.outputs();
                copy(sums.values(), sums.index(i - first, column), parameterGradient, at, part.outputs(), in);
            }
            column += part.outputs();
        }
    }

    private void sumBias(float[] sums, int rows, float[] parameterGradient, boolean accumulates) {
        Arrays.fill(sums, 0, forward.width(), 0);
        if (accumulates) {
            copyBias(sums, parameterGradient, true);
        }
        kernel.columnSums(rightFactor, 0, 0, rows, sums, 0, forward.width());
        copyBias(sums, parameterGradient, false);
    }

    private void copyBias(float[] sums, float[] parameterGradient, boolean in) {
        int column = 0;
        for (DenseLayer part : parts) {
            copy(sums, column, parameterGradient, part.biasOffset(), part.outputs(), in);
            column += part.outputs();
        }
    }

    private static void copy(float[] sums, int at, float[] gradient, int gradientAt, int count, boolean in) {
        if (in) {
            System.arraycopy(gradient, gradientAt, sums, at, count);
        } else {
            System.arraycopy(sums, at, gradient, gradientAt, count);
        }
    }

    /** What all strips together give the gradient of. */
    List<ChainedNetwork.Span> spans() {
        return Stream.of(parts)
                .map(part -> new ChainedNetwork.Span(part.free() ? part.biasOffset() : part.offset(), part.end()))
                .toList();
    }
}
