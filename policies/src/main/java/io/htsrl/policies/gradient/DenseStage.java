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
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.ChainedNetwork;
import io.htsrl.policies.network.DenseLayer;
import io.htsrl.policies.network.GradientNetwork.LayerRows;
import io.htsrl.policies.network.GradientNetwork.RowVectors;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Dense layers with the same input, combined into one, with their non-linearity. Outputs, input gradients and weight
 * gradients are one chain of fma each, over inputs, outputs and rows in their order: the bits do not depend on which
 * thread computes which rows, columns or ranges. Calls for different ones may run at the same time. A free layer is an
 * additional bias, whose weights stay zero; those of a layer that repeats are the identity.
 */
public final class DenseStage {
    /** Number of columns in one slice. */
    static final int SLICE = 64;

    /** Number of rows whose values stay in the second-level cache while all columns of a slice read them. */
    private static final int BLOCK = 32;

    /** Most inputs in one range of the gradient. */
    private static final int RANGE = 64;

    private final DenseKernel kernel;
    // an array: a list's iterator may be allocated, depending on the JIT compiler
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
    private final int rangeSize; // inputs in one range
    private final boolean byOutputs;
    private final GradientBlock[] laneSums;
    private final InputGradient inputGradient;
    private PackedWeights direction; // with the two below: null until a direction is loaded
    private PackedWeights linear; // the weights without biases
    private RowOffsets ofInput;

    /**
     * @param activation non-linearity; null for heads
     * @param order of the inputs
     * @param bySlices whether the input's gradient is computed by slices, else by rows
     * @param lanes lanes of the ranges and slices
     */
    public DenseStage(
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
        laneSums = new GradientBlock[lanes];
        rangeSize = rangeSize(input.columns(), lanes);
        int byInputs = Math.min(rangeSize, GradientBlock.pad(input.columns()));
        int outputs = GradientBlock.pad(output.columns());
        // few outputs: a row of sums for each, and not for each input with columns that are mostly padding
        byOutputs = forward.width() == DenseKernel.ALIGNMENT && outputs < byInputs;
        int height = byOutputs ? outputs : byInputs;
        int width = byOutputs ? rangeSize : forward.width();
        Arrays.setAll(
                laneSums,
                lane -> new GradientBlock(
                        CacheAlignment.floats(height * width), CacheAlignment.ORIGIN, width, height, width));
        inputGradient = inputGradient(bySlices, lanes, rows);
    }

    /** Returns the most inputs, up to {@link #RANGE}, of ranges of equal size of which each lane gets one. */
    private static int rangeSize(int inputs, int lanes) {
        int size = RANGE;
        while (size > DenseKernel.ALIGNMENT && (inputs % size != 0 || inputs / size < lanes)) {
            size /= 2;
        }
        return size;
    }

    /** Creates the variant that copies less: it transposes either the weights at each load or the rows. */
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

    /** Returns the number of slices of the inputs; 0 where their gradient is not used. */
    int inputSlices() {
        return inputGradient.slices();
    }

    /** Returns the number of slices of {@link #loadInputs}. */
    int inputLoads() {
        return inputGradient.loads();
    }

    public int ranges() {
        return (input.columns() + rangeSize - 1) / rangeSize;
    }

    /** Copies in all parameters. */
    public void load(float[] parameters) {
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

    /** Computes the output from the input, for {@code count} rows from {@code first}. */
    public void forwardRows(int first, int count) {
        kernel.windows(forward, inputRows, 0, outputRows, 0, first, count);
        activate(output.at(first), count * output.width());
    }

    /** Copies in a direction of all parameters, for {@link #deriveRows}. */
    void loadDirection(float[] parameters) {
        if (direction == null) {
            direction = new PackedWeights(input.columns(), output.columns());
            linear = new PackedWeights(
                    new float[forward.bias().length],
                    forward.biasOffset(),
                    forward.values(),
                    forward.offset(),
                    forward.depth(),
                    forward.width());
            ofInput = new RowOffsets(new float[output.values().length], outputRows.offsets());
        }
        int column = 0;
        for (DenseLayer part : parts) {
            if (!part.repeats()) {
                order.pack(part, parameters, 0, part.outputs(), direction, column);
            }
            column += part.outputs();
        }
    }

    /**
     * Computes the derivative of the output along the loaded direction V, in the gradient's place: {@code f'(V x + W
     * x')} where the input's gradient holds its derivative x', for {@code count} rows from {@code first}.
     */
    void deriveRows(int first, int count) {
        kernel.windows(direction, inputRows, 0, rightFactor, 0, first, count);
        if (input.gradients() != null) {
            Windows derivatives = Windows.ofRows(input.gradients(), leftFactor.offsets(), input.columns());
            kernel.windows(linear, derivatives, 0, ofInput, 0, first, count);
            int at = output.at(first);
            kernel.add(output.gradients(), at, ofInput.values(), at, count * output.width());
        }
        activationBackward(first, count);
    }

    /** Computes one slice of the output from the input, for {@code count} rows from {@code first}. */
    void forwardSlice(int slice, int first, int count) {
        PackedWeights panels = forwardSlices[slice];
        computeSlice(kernel, panels, inputRows, outputRows, slice, first, count);
        for (int row = first; row < first + count; row++) {
            activate(output.at(row) + slice * SLICE, panels.width());
        }
    }

    /** Computes one slice of many rows, a block after another. */
    static void computeSlice(
            DenseKernel kernel, PackedWeights panels, Windows in, RowOffsets out, int slice, int first, int count) {
        int end = first + count;
        for (int block = first; block < end; block += BLOCK) {
            kernel.windows(panels, in, 0, out, slice * SLICE, block, Math.min(BLOCK, end - block));
        }
    }

    private void activate(int at, int count) {
        if (activation == Activation.TANH) {
            kernel.tanh(output.values(), at, count);
        } else if (activation == Activation.RELU) {
            kernel.relu(output.values(), at, output.values(), at, count);
        }
    }

    /** Replaces the output's gradient by that before the non-linearity, for {@code count} rows from {@code first}. */
    void activationBackward(int first, int count) {
        int at = output.at(first);
        float[] gradients = output.gradients();
        if (activation == Activation.TANH) {
            kernel.tanhGradient(gradients, output.values(), at, count * output.width());
        } else if (activation == Activation.RELU) {
            kernel.reluGradient(gradients, at, output.values(), at, gradients, at, count * output.width());
        }
    }

    /** Computes the input's gradient, if used, from the output's, for {@code count} rows from {@code first}. */
    public void backwardRows(int first, int count) {
        inputGradient.compute(first, count);
    }

    /** Reads the output's gradient of these rows; called before {@link #backwardSlice}. */
    void prepareRows(int first, int count) {
        inputGradient.prepare(first, count);
    }

    /** Computes one slice of the input's gradient from the output's, for {@code rows} rows, which must be prepared. */
    void backwardSlice(int slice, int rows, int lane) {
        inputGradient.computeSlice(slice, rows, lane);
    }

    /** Computes the weights' gradient of one range over {@code rows} rows; the first range also computes the bias's. */
    public void differentiate(int range, int rows, float[] parameterGradient, int lane) {
        differentiate(range, 0, rows, parameterGradient, lane, false);
    }

    /**
     * Computes the same over rows from {@code first}; where it {@code accumulates}, from the sums over earlier rows in
     * {@code parameterGradient} on: equal bits for any blocks of rows.
     */
    void differentiate(int range, int first, int rows, float[] parameterGradient, int lane, boolean accumulates) {
        GradientBlock sums = laneSums[lane];
        Arrays.fill(sums.values(), 0);
        if (accumulates) {
            copyWeights(range, sums, parameterGradient, true);
        }
        if (byOutputs) {
            kernel.products(rightFactor, 0, leftFactor, range * rangeSize, first, rows, sums);
        } else {
            kernel.products(leftFactor, range * rangeSize, rightFactor, 0, first, rows, sums);
        }
        copyWeights(range, sums, parameterGradient, false);
        if (range == 0) {
            sumBias(sums.values(), first, rows, parameterGradient, accumulates);
        }
    }

    /** Copies between the sums of a range and the gradient. */
    private void copyWeights(int range, GradientBlock sums, float[] parameterGradient, boolean in) {
        int first = range * rangeSize;
        int column = 0;
        for (DenseLayer part : parts) {
            int end = part.free() || part.repeats() ? 0 : Math.min(first + rangeSize, input.columns());
            for (int i = first; i < end; i++) {
                int at = part.offset() + order.parameterRow(i) * part.outputs();
                if (byOutputs) {
                    copyInput(sums, sums.index(column, i - first), parameterGradient, at, part.outputs(), in);
                } else {
                    copy(sums.values(), sums.index(i - first, column), parameterGradient, at, part.outputs(), in);
                }
            }
            column += part.outputs();
        }
    }

    /** Copies one input's sums, one of each row. */
    private static void copyInput(GradientBlock sums, int from, float[] gradient, int at, int outputs, boolean in) {
        float[] values = sums.values();
        for (int j = 0; j < outputs; j++) {
            int index = from + j * sums.stride();
            if (in) {
                values[index] = gradient[at + j];
            } else {
                gradient[at + j] = values[index];
            }
        }
    }

    private void sumBias(float[] sums, int first, int rows, float[] parameterGradient, boolean accumulates) {
        Arrays.fill(sums, 0, forward.width(), 0);
        if (accumulates) {
            copyBias(sums, parameterGradient, true);
        }
        kernel.columnSums(rightFactor, 0, first, rows, sums, 0, forward.width());
        copyBias(sums, parameterGradient, false);
    }

    private void copyBias(float[] sums, float[] parameterGradient, boolean in) {
        int column = 0;
        for (DenseLayer part : parts) {
            if (!part.repeats()) {
                copy(sums, column, parameterGradient, part.biasOffset(), part.outputs(), in);
            }
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

    /** Adds each layer's inputs and gradients of {@code rows} rows. */
    void addRows(int rows, List<LayerRows> all) {
        int column = output.at(0);
        int[] inputOrder = new int[input.columns()];
        for (int i = 0; i < inputOrder.length; i++) {
            inputOrder[order.parameterRow(i)] = i;
        }
        for (DenseLayer part : parts) {
            int[] at = {column};
            int[] outputOrder = IntStream.range(0, part.outputs()).toArray();
            all.add(new LayerRows(
                    part,
                    false,
                    rows,
                    new RowVectors(input.values(), input.width(), new int[] {input.at(0)}, inputOrder),
                    new RowVectors(output.gradients(), output.width(), at, outputOrder)));
            column += part.outputs();
        }
    }

    /** Returns the parameters whose gradient all ranges compute. */
    List<ChainedNetwork.Span> spans() {
        return Stream.of(parts)
                .filter(part -> !part.repeats())
                .map(part -> new ChainedNetwork.Span(part.free() ? part.biasOffset() : part.offset(), part.end()))
                .toList();
    }
}
