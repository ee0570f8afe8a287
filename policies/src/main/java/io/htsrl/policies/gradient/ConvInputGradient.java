package io.htsrl.policies.gradient;

import io.htsrl.policies.image.Image;
import io.htsrl.policies.image.WindowOrder;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.PackedWeights;
import io.htsrl.policies.kernel.RowOffsets;
import io.htsrl.policies.kernel.Windows;
import io.htsrl.policies.network.ConvLayer;
import java.util.ArrayList;
import java.util.List;

/**
 * Gradient of a convolution's input from that of its output: for each block of the input, a product over windows of the
 * output's gradient with mirrored weights. Rows of a window in the border of zeros are skipped: their products would
 * add zeros to the sums. Calls for different slots may run at the same time.
 */
final class ConvInputGradient {
    private final DenseKernel kernel;
    private final ConvLayer layer;
    private final WindowOrder order;
    private final Image outer;
    private final Image inner;
    private final PackedWeights weights;
    /** Index of each weight in the panels, in the order of the flat vector. */
    private final int[] indices;

    private final Part[] parts;

    /** Rows of blocks whose windows reach equal rows of the kernel. */
    private record Part(PackedWeights weights, Windows windows, RowOffsets blocks) {}

    /**
     * @param outer gradient of the output, with {@link ConvStage#gradientBorder}
     * @param inner receives the gradient of the input, in its blocks, with any border
     */
    ConvInputGradient(DenseKernel kernel, ConvLayer layer, Image outer, Image inner) {
        this.kernel = kernel;
        this.layer = layer;
        this.outer = outer;
        this.inner = inner;
        order = new WindowOrder(layer);
        int side = order.side();
        weights = new PackedWeights(side * side * layer.outputs(), layer.stride() * layer.stride() * layer.channels());
        indices =
                order.ofWeights((o, c, y, x) -> weights.index(mirrored(y, x) * layer.outputs() + o, inBlock(c, y, x)));
        parts = parts();
    }

    /**
     * Returns the output pixel that reads a block of inputs at this weight, within the window of output pixels that the
     * block reaches.
     */
    private int mirrored(int y, int x) {
        int last = order.side() - 1;
        return (last - y / layer.stride()) * order.side() + last - x / layer.stride();
    }

    private int inBlock(int c, int y, int x) {
        int stride = layer.stride();
        return (y % stride * stride + x % stride) * layer.channels() + c;
    }

    private Part[] parts() {
        int rows = reached(layer.height(), layer.outputHeight());
        List<Part> all = new ArrayList<>();
        for (int first = 0; first < rows; ) {
            int end = first + 1;
            while (end < rows && firstRun(end) == firstRun(first) && lastRun(end) == lastRun(first)) {
                end++;
            }
            all.add(part(first, end));
            first = end;
        }
        return all.toArray(Part[]::new);
    }

    /** Returns the number of the input's block rows or columns that some window reads. */
    private int reached(int extent, int outputs) {
        int blocks = (extent + layer.stride() - 1) / layer.stride();
        return Math.min(blocks, outputs - shift());
    }

    /** Returns the output's row, or column, at which the window of block row, or column, 0 begins: 0 or less. */
    private int shift() {
        return layer.padding() / layer.stride() - (order.side() - 1);
    }

    /** Returns the first row inside the output of that block row's window. */
    private int firstRun(int row) {
        return Math.max(0, -(row + shift()));
    }

    private int lastRun(int row) {
        return Math.min(order.side(), layer.outputHeight() - (row + shift())) - 1;
    }

    private Part part(int first, int end) {
        int columns = reached(layer.width(), layer.outputWidth());
        int[] from = new int[(end - first) * columns];
        int[] to = new int[from.length];
        int run = firstRun(first);
        for (int i = 0; i < from.length; i++) {
            int row = first + i / columns;
            int column = i % columns;
            from[i] = outer.offset(row + shift() + run, column + shift());
            to[i] = inner.offset(row * layer.stride(), column * layer.stride());
        }
        int length = order.side() * layer.outputs();
        int runs = lastRun(first) - run + 1;
        return new Part(
                weights.from(run * length),
                new Windows(outer.values(), from, runs, length, outer.blockRow()),
                new RowOffsets(inner.values(), to));
    }

    void load(float[] parameters) {
        weights.scatter(parameters, layer.offset(), indices);
    }

    /** Computes the gradient of one slot. */
    void run(int slot) {
        int from = slot * outer.size();
        int to = slot * inner.size();
        for (Part part : parts) {
            kernel.windows(part.weights, part.windows, from, part.blocks, to, 0, part.blocks.offsets().length);
        }
    }
}
