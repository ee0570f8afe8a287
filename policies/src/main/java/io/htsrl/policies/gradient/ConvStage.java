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
import io.htsrl.policies.network.DenseLayer;
import io.htsrl.policies.network.GradientNetwork.LayerRows;
import io.htsrl.policies.network.GradientNetwork.RowVectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Convolution, forward and backward, image by image. The kernel computes all three products on the images without a
 * copy: forward over the input's windows; the input's gradient over windows of the output's gradient, with mirrored
 * weights; the weights' gradient as sums over the positions of every image, one chain in the order of images and
 * positions. Calls for different images, or for different ranges, may run at the same time.
 *
 * <p>Activations are kept for all rows of a minibatch, gradients for the images of one chunk of it: a slot is an
 * image's index among those.
 */
public final class ConvStage {
    /** Greatest number of inputs in one range of the weights' gradient. */
    private static final int RANGE = 64;

    /** Consecutive inputs of a run, {@code shift} floats behind the window's start, with their sums. */
    private record RowRange(int shift, GradientBlock sums) {}

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
    private final RowRange[] ranges;
    // index of each weight in the panels, in the order of the flat vector
    private final int[] forwardAt;
    private final int[] sumAt;
    /** Gradient of the input; null where it is not used. */
    private final ConvInputGradient backward;

    /**
     * @param input of {@link WindowOrder#image}
     * @param output any layout of single pixels
     * @param outputGradient with {@link #gradientBorder}
     * @param inputGradient the input's blocks, with any border; null if not used
     */
    public ConvStage(
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
        ranges = ranges(runFloats);
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

    /** Returns the width of the border of zeros that an output's gradient needs, in pixels. */
    static int gradientBorder(ConvLayer layer) {
        return new WindowOrder(layer).side() - 1 - layer.padding() / layer.stride();
    }

    /** Creates images for an output's gradient. */
    public static Image gradient(ConvLayer layer, int slots) {
        return Image.zeros(layer.outputs(), layer.outputHeight(), layer.outputWidth(), gradientBorder(layer), 1, slots);
    }

    /**
     * Creates the ranges, with a row of sums for each output: the inputs as columns are enough to fill the widest
     * tiles.
     */
    private RowRange[] ranges(int runFloats) {
        int width = DenseKernel.pad(order.runLength());
        List<RowRange> all = new ArrayList<>();
        for (int run = 0; run < order.side(); run++) {
            for (int k = 0; k < width; k += RANGE) {
                GradientBlock sums = new GradientBlock(
                        weightSums,
                        CacheAlignment.ORIGIN + run * runFloats + k,
                        width,
                        GradientBlock.pad(layer.outputs()),
                        Math.min(RANGE, width - k));
                all.add(new RowRange(run * windows.runStride() + k, sums));
            }
        }
        return all.toArray(RowRange[]::new);
    }

    boolean hasInputGradient() {
        return backward != null;
    }

    public void load(float[] parameters) {
        order.pack(parameters, forward, forwardAt);
        if (backward != null) {
            backward.load(parameters);
        }
    }

    /** Computes the output's image {@code to} from the input's image {@code from}. */
    public void forward(int from, int to) {
        int count = outputPixels.offsets().length;
        kernel.windows(forward, windows, from * input.size(), outputPixels, to * output.size(), 0, count);
    }

    /** Computes the input's gradient from the output's, in one slot. */
    public void backward(int slot) {
        backward.run(slot);
    }

    public int ranges() {
        return ranges.length;
    }

    /** Clears the sums; called before the first chunk. */
    public void clearSums() {
        Arrays.fill(weightSums, 0);
        Arrays.fill(biasSums, 0);
    }

    /** Continues from the sums over other images in {@code parameterGradient}; called instead of {@link #clearSums}. */
    void readSums(float[] parameterGradient) {
        clearSums();
        for (int i = 0; i < sumAt.length; i++) {
            weightSums[sumAt[i]] = parameterGradient[layer.offset() + i];
        }
        System.arraycopy(parameterGradient, layer.biasOffset(), biasSums, 0, layer.outputs());
    }

    /** Adds the inputs and gradients of {@code rows} rows, which must all be in one chunk. */
    void addRows(int rows, List<LayerRows> all) {
        int[] inputOrder = order.ofWeights((o, c, y, x) -> {
            int index = order.index(c, y, x);
            return index / order.runLength() * windows.runStride() + index % order.runLength();
        });
        all.add(new LayerRows(
                new DenseLayer(layer.name(), layer.windowSize(), layer.outputs(), layer.offset()),
                true,
                rows,
                new RowVectors(input.values(), input.size(), windows.offsets(), inputOrder),
                new RowVectors(
                        outputGradient.values(),
                        outputGradient.size(),
                        leftFactor.offsets(),
                        IntStream.range(0, layer.outputs()).toArray())));
    }

    /** Returns the parameters whose gradient {@link #writeGradient} writes. */
    ChainedNetwork.Span span() {
        return new ChainedNetwork.Span(layer.offset(), layer.biasOffset() + layer.outputs());
    }

    /** Adds the images from {@code first} on, whose gradients are in the slots from 0 on. */
    public void addImages(int range, int first, int count) {
        RowRange part = ranges[range];
        int positions = outputPixels.offsets().length;
        for (int slot = 0; slot < count; slot++) {
            int left = slot * outputGradient.size();
            int right = (first + slot) * input.size() + part.shift();
            kernel.products(leftFactor, left, rightFactor, right, 0, positions, part.sums());
            if (range == 0) {
                kernel.columnSums(leftFactor, left, 0, positions, biasSums, 0, biasSums.length);
            }
        }
    }

    /** Writes the gradient; called after the last chunk. */
    public void writeGradient(float[] parameterGradient) {
        for (int i = 0; i < sumAt.length; i++) {
            parameterGradient[layer.offset() + i] = weightSums[sumAt[i]];
        }
        System.arraycopy(biasSums, 0, parameterGradient, layer.biasOffset(), layer.outputs());
    }
}
