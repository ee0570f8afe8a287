package io.htsrl.policies.gradient;

import io.htsrl.policies.image.Image;
import io.htsrl.policies.image.WindowOrder;
import io.htsrl.policies.kernel.CacheAlignment;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.GradientBlock;
import io.htsrl.policies.kernel.PackedWeights;
import io.htsrl.policies.kernel.RowOffsets;
import io.htsrl.policies.kernel.Windows;
import io.htsrl.policies.network.ChainedNetwork;
import io.htsrl.policies.network.ConvLayer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One convolution, forward and backward, image by image. All three products are the kernel's over the images as they
 * lie: forward over the input's windows; to the input's gradient over windows of the output's gradient, with weights
 * mirrored; to the weights' gradient as sums over the positions of every image, one chain in the order of images and
 * positions. Calls for different images, or for different strips, may run at the same time.
 *
 * <p>Activations are kept for all rows of a minibatch, gradients for the images of one chunk of it: a slot is an
 * image's index among those.
 */
final class ConvStage {
    /** Inputs of one strip of the weights' gradient, at most. */
    private static final int STRIP = 64;

    /** Part of a run: its inputs begin {@code shift} floats behind the window, and these are their sums. */
    private record Strip(int shift, GradientBlock sums) {}

    private final DenseKernel kernel;
    private final ConvLayer layer;
    private final WindowOrder order;
    private final Image input;
    private final Image output;
    private final Image outputGradient;
    private final PackedWeights forward;
    private final Windows windows;
    private final RowOffsets outputPixels;
    private final RowOffsets leftFactor;
    private final RowOffsets rightFactor;
    private final float[] weightSums;
    private final float[] biasSums;
    private final Strip[] strips;
    // where each weight goes, in the order of the flat vector
    private final int[] forwardAt;
    private final int[] sumAt;
    /** Null where nobody needs it. */
    private final ConvInputGradient backward;

    /**
     * @param input          of {@link WindowOrder#image}
     * @param output         any layout of single pixels
     * @param outputGradient with {@link #gradientBorder}
     * @param inputGradient  the input's blocks, with any border; null if nobody needs it
     */
    ConvStage(
            DenseKernel kernel, ConvLayer layer, Image input, Image output, Image outputGradient, Image inputGradient) {
        this.kernel = kernel;
        this.layer = layer;
        this.input = input;
        this.output = output;
        this.outputGradient = outputGradient;
        order = new WindowOrder(layer);
        windows = order.windows(input);
        forward = order.panels();
        outputPixels = new RowOffsets(output.values(), output.pixels());
        leftFactor = new RowOffsets(outputGradient.values(), outputGradient.pixels());
        rightFactor = new RowOffsets(input.values(), windows.offsets());
        int runFloats = GradientBlock.pad(layer.outputs()) * DenseKernel.pad(order.runLength());
        weightSums = CacheAlignment.floats(order.side() * runFloats);
        biasSums = new float[forward.width()];
        strips = strips(runFloats);
        forwardAt = order.indicesIn(forward);
        int runWidth = DenseKernel.pad(order.runLength());
        sumAt = order.ofWeights((o, c, y, x) -> {
            int index = order.index(c, y, x);
            return CacheAlignment.ORIGIN
                    + index / order.runLength() * runFloats
                    + o * runWidth
                    + index % order.runLength();
        });
        backward = inputGradient == null ? null : new ConvInputGradient(kernel, layer, outputGradient, inputGradient);
    }

    /** Pixels of zeros that an output's gradient needs around it. */
    static int gradientBorder(ConvLayer layer) {
        return new WindowOrder(layer).side() - 1 - layer.padding() / layer.stride();
    }

    /** Images of an output's gradient. */
    static Image gradient(ConvLayer layer, int slots) {
        return Image.zeros(layer.outputs(), layer.outputHeight(), layer.outputWidth(), gradientBorder(layer), 1, slots);
    }

    /** A row of sums for each output: with inputs as columns there are enough of them to fill the widest tiles. */
    private Strip[] strips(int runFloats) {
        int width = DenseKernel.pad(order.runLength());
        List<Strip> all = new ArrayList<>();
        for (int run = 0; run < order.side(); run++) {
            for (int k = 0; k < width; k += STRIP) {
                GradientBlock sums = new GradientBlock(
                        weightSums,
                        CacheAlignment.ORIGIN + run * runFloats + k,
                        width,
                        GradientBlock.pad(layer.outputs()),
                        Math.min(STRIP, width - k));
                all.add(new Strip(run * windows.runStride() + k, sums));
            }
        }
        return all.toArray(Strip[]::new);
    }

    boolean hasInputGradient() {
        return backward != null;
    }

    void load(float[] parameters) {
        order.pack(parameters, forward, forwardAt);
        if (backward != null) {
            backward.load(parameters);
        }
    }

    /** From the input's image {@code from} to the output's image {@code to}. */
    void forward(int from, int to) {
        int count = outputPixels.offsets().length;
        kernel.windows(forward, windows, from * input.size(), outputPixels, to * output.size(), 0, count);
    }

    /** From the output's gradient to the input's, in one slot. */
    void backward(int slot) {
        backward.run(slot);
    }

    int strips() {
        return strips.length;
    }

    /** Before the first chunk. */
    void clearSums() {
        Arrays.fill(weightSums, 0);
        Arrays.fill(biasSums, 0);
    }

    /** Instead: goes on from the sums over other images that {@code parameterGradient} holds. */
    void readSums(float[] parameterGradient) {
        clearSums();
        for (int i = 0; i < sumAt.length; i++) {
            weightSums[sumAt[i]] = parameterGradient[layer.offset() + i];
        }
        System.arraycopy(parameterGradient, layer.biasOffset(), biasSums, 0, layer.outputs());
    }

    /** What {@link #writeGradient} writes. */
    ChainedNetwork.Span span() {
        return new ChainedNetwork.Span(layer.offset(), layer.biasOffset() + layer.outputs());
    }

    /** Adds the images {@code first} and following, whose gradients lie in slots 0 and following. */
    void addImages(int strip, int first, int count) {
        Strip part = strips[strip];
        int positions = outputPixels.offsets().length;
        for (int slot = 0; slot < count; slot++) {
            int left = slot * outputGradient.size();
            int right = (first + slot) * input.size() + part.shift();
            kernel.products(leftFactor, left, rightFactor, right, 0, positions, part.sums());
            if (strip == 0) {
                kernel.columnSums(leftFactor, left, 0, positions, biasSums, 0, biasSums.length);
            }
        }
    }

    /** Behind the last chunk. */
    void writeGradient(float[] parameterGradient) {
        for (int i = 0; i < sumAt.length; i++) {
            parameterGradient[layer.offset() + i] = weightSums[sumAt[i]];
        }
        System.arraycopy(biasSums, 0, parameterGradient, layer.biasOffset(), layer.outputs());
    }
}
