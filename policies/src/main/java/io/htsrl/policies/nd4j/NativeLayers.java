package io.htsrl.policies.nd4j;

import io.htsrl.policies.network.ConvLayer;
import io.htsrl.policies.network.ConvLayout;
import io.htsrl.policies.network.ImpalaStage;
import java.util.ArrayList;
import java.util.List;
import org.nd4j.linalg.api.ndarray.INDArray;

/** Builds the layers of a convolutional network in the order of the forward. Used once, by one thread. */
final class NativeLayers {
    private final ConvLayout layout;
    private final int maxRows;
    private final int groupFloats;
    private final NativeMemory memory;
    /** What no layer needs longer than its own turn. */
    private final INDArray scratch;
    /** Gradients that the layer before consumes at once: no two of one array are alive together. */
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
            layers.add(new NativeMaximum(wide, image, memory));
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
        NativeActivation bent = new NativeActivation(memory.array(shape), NativeMemory.view(innerGradient, 0, shape));
        relu(image, bent);
        NativeActivation between = convolution(block.first(), bent, outerGradient);
        relu(between, between);
        NativeActivation addend = new NativeActivation(NativeMemory.view(scratch, 0, shape), image.gradient());
        layers.add(new NativeConvolution(block.second(), between, addend, memory));
        layers.add(new NativeSum(addend, image, memory));
    }

    /** @param gradient where the output's gradient is kept */
    private NativeActivation convolution(ConvLayer layer, NativeActivation input, INDArray gradient) {
        long[] shape = {maxRows, layer.outputHeight(), layer.outputWidth(), layer.outputs()};
        NativeActivation output = new NativeActivation(memory.array(shape), NativeMemory.view(gradient, 0, shape));
        layers.add(
                input.gradient() == null
                        ? new FirstConvolution(layer, input, output, groupFloats, memory)
                        : new NativeConvolution(layer, input, output, memory));
        return output;
    }

    private void relu(NativeActivation from, NativeActivation to) {
        layers.add(new NativeRelu(from, to, scratch, memory));
    }
}
