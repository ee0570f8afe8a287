package io.htsrl.nd4j.network;

import io.htsrl.nd4j.network.NativeMemory.NativeCall;
import io.htsrl.policies.network.ConvLayer;
import io.htsrl.policies.network.ConvLayout;
import io.htsrl.policies.network.ImpalaStage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.nd4j.linalg.api.ndarray.INDArray;

/** Builder of a convolutional network's layers, in the order of the forward pass. Used once, by one thread. */
final class NativeLayers {
    private final ConvLayout layout;
    private final int maxRows;
    private final int groupFloats;
    private final NativeMemory memory;
    /** Scratch array that each layer uses only during its call. */
    private final INDArray scratch;
    /** Gradient that the previous layer consumes at once; its array holds one gradient at a time. */
    private final INDArray outerGradient;

    private final INDArray innerGradient;
    private final List<NativeLayer> layers = new ArrayList<>();

    NativeLayers(ConvLayout layout, int maxRows, int groupFloats, NativeMemory memory) {
        this.layout = layout;
        this.maxRows = maxRows;
        this.groupFloats = groupFloats;
        this.memory = memory;
        scratch = memory.array(maxRows, largestRow());
        outerGradient = memory.array(maxRows, largestRow());
        innerGradient = memory.array(maxRows, largestRow());
    }

    private int largestRow() {
        int largest = layout.hidden().outputs();
        for (ConvLayer layer : layout.convolutions()) {
            largest = Math.max(largest, layer.outputSize());
        }
        return largest;
    }

    NativeLayer[] build(NativeActivation input, NativeActivation output) {
        NativeActivation image = layout.stages().isEmpty() ? nature(input) : impala(input);
        NativeActivation hidden =
                NativeActivation.create(memory, maxRows, layout.hidden().outputs());
        int channels = (int) image.values().size(3);
        layers.add(new NativeDense(List.of(layout.hidden()), channels, image, hidden, memory));
        relu(hidden, hidden);
        layers.add(new NativeDense(layout.headLayers(), 1, hidden, output, memory));
        return layers.toArray(NativeLayer[]::new);
    }

    private NativeActivation nature(NativeActivation input) {
        NativeActivation image = input;
        boolean outer = true;
        for (ConvLayer layer : layout.convolutions()) {
            image = convolution(layer, image, outer ? outerGradient : innerGradient);
            relu(image, image);
            outer = !outer;
        }
        return image;
    }

    private NativeActivation impala(NativeActivation input) {
        NativeActivation image = input;
        for (ImpalaStage stage : layout.stages()) {
            NativeActivation wide = convolution(stage.entry(), image, outerGradient);
            image = NativeActivation.create(
                    memory,
                    maxRows,
                    stage.height(),
                    stage.width(),
                    stage.entry().outputs());
            maximum(wide, image);
            for (ImpalaStage.Block block : stage.blocks()) {
                residualBlock(block, image);
            }
        }
        relu(image, image);
        return image;
    }

    /** Adds {@code second(relu(first(relu(image))))} to {@code image}. */
    private void residualBlock(ImpalaStage.Block block, NativeActivation image) {
        long[] shape = image.values().shape();
        NativeActivation activated =
                new NativeActivation(memory.array(shape), NativeMemory.view(innerGradient, 0, shape));
        relu(image, activated);
        NativeActivation between = convolution(block.first(), activated, outerGradient);
        relu(between, between);
        NativeActivation addend = new NativeActivation(NativeMemory.view(scratch, 0, shape), image.gradient());
        layers.add(new NativeConvolution(block.second(), between, addend, memory));
        sum(addend, image);
    }

    /** @param gradient array of the output's gradient */
    private NativeActivation convolution(ConvLayer layer, NativeActivation input, INDArray gradient) {
        long[] shape = {maxRows, layer.outputHeight(), layer.outputWidth(), layer.outputs()};
        NativeActivation output = new NativeActivation(memory.array(shape), NativeMemory.view(gradient, 0, shape));
        layers.add(
                input.gradient() == null
                        ? new FirstConvolution(layer, input, output, groupFloats, memory)
                        : new NativeConvolution(layer, input, output, memory));
        return output;
    }

    /** Operations of the backend without parameters, in order. */
    private record Operations(List<NativeCall.PerRows> onForward, List<NativeCall.PerRows> onBackward)
            implements NativeLayer {
        @Override
        public void forward(int rows) {
            onForward.forEach(call -> call.run(rows));
        }

        @Override
        public void backward(int rows, float[] parameterGradient) {
            onBackward.forEach(call -> call.run(rows));
        }
    }

    private NativeCall.PerRows perRows(IntFunction<NativeCall> prepare) {
        return new NativeCall.PerRows(maxRows, prepare);
    }

    /**
     * Adds {@code max(x, 0)}, in place or into another activation. In the latter case the input has other readers too,
     * so the result is added to its gradient. Backward uses {@code step} and {@code multiply}, because the backend's
     * {@code relu_bp} takes 9 times as long. NaN stays forward; where a value is 0 an infinite gradient becomes NaN.
     */
    private void relu(NativeActivation from, NativeActivation to) {
        int size = from.rowSize();
        List<NativeCall.PerRows> backward = new ArrayList<>();
        backward.add(perRows(rows -> memory.step(to.valueMatrix(rows), NativeMemory.view(scratch, 0, rows, size))));
        backward.add(perRows(rows -> memory.call(
                "multiply",
                List.of(to.gradientMatrix(rows), NativeMemory.view(scratch, 0, rows, size)),
                to.gradientMatrix(rows))));
        if (from != to) {
            backward.add(perRows(rows -> memory.call(
                    "add", List.of(from.gradientMatrix(rows), to.gradientMatrix(rows)), from.gradientMatrix(rows))));
        }
        double[] threshold = {0};
        layers.add(new Operations(
                List.of(perRows(rows -> memory.call(
                        "relu", List.of(from.valueMatrix(rows)), List.of(to.valueMatrix(rows)), threshold))),
                backward));
    }

    /**
     * Adds the maximum over windows of an {@link ImpalaStage}. It prefers numbers to NaN, so a check for NaN must
     * include the parameters and gradients.
     */
    private void maximum(NativeActivation input, NativeActivation output) {
        // kernel, stride, padding, dilation; padded as TensorFlow's SAME, unused, channels innermost
        int kernel = ImpalaStage.POOL_KERNEL;
        int stride = ImpalaStage.POOL_STRIDE;
        int[] geometry = {kernel, kernel, stride, stride, 0, 0, 1, 1, 1, 0, 1};
        layers.add(new Operations(
                List.of(perRows(
                        rows -> memory.call("maxpool2d", List.of(input.values(rows)), output.values(rows), geometry))),
                List.of(perRows(rows -> memory.call(
                        "maxpool2d_bp",
                        List.of(input.values(rows), output.gradient(rows)),
                        input.gradient(rows),
                        geometry)))));
    }

    /**
     * Adds the end of a residual block, which adds the block's output to its input, in place. The two share one
     * gradient array, so the backward pass does nothing.
     */
    private void sum(NativeActivation addend, NativeActivation sum) {
        if (addend.gradient() != sum.gradient()) {
            throw new IllegalArgumentException("a sum and its addend need one gradient array");
        }
        layers.add(new Operations(
                List.of(perRows(rows -> memory.call(
                        "add", List.of(sum.valueMatrix(rows), addend.valueMatrix(rows)), sum.valueMatrix(rows)))),
                List.of()));
    }
}
