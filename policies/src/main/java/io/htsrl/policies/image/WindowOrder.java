package io.htsrl.policies.image;

import io.htsrl.policies.kernel.PackedWeights;
import io.htsrl.policies.kernel.Windows;
import io.htsrl.policies.network.ConvLayer;

/**
 * Order in which a convolution sums the floats of a window: by blocks of stride by stride pixels, then by pixels, then
 * by channels, as they lie in an {@link Image} whose blocks are as large as the stride. A row of blocks is one run.
 *
 * @param layer whose padding is a multiple of its stride, and whose kernel is too
 */
public record WindowOrder(ConvLayer layer) {

    /** Returns the number of blocks on each side of a window, which is its number of runs. */
    public int side() {
        return layer.kernel() / layer.stride();
    }

    /** Returns the number of floats of one run. */
    public int runLength() {
        return layer.windowSize() / side();
    }

    /** Returns the index of a weight's input among the floats of its window. */
    public int index(int channel, int y, int x) {
        int block = layer.stride();
        int blockAt = y / block * side() + x / block;
        return (blockAt * block * block + y % block * block + x % block) * layer.channels() + channel;
    }

    /** Function from a weight to an index. */
    @FunctionalInterface
    public interface IndexFunction {
        int of(int output, int channel, int y, int x);
    }

    /** Returns an index for each weight, in the order of the flat vector. */
    public int[] ofWeights(IndexFunction index) {
        int[] indices = new int[layer.outputs() * layer.windowSize()];
        int i = 0;
        for (int o = 0; o < layer.outputs(); o++) {
            for (int c = 0; c < layer.channels(); c++) {
                for (int y = 0; y < layer.kernel(); y++) {
                    for (int x = 0; x < layer.kernel(); x++) {
                        indices[i++] = index.of(o, c, y, x);
                    }
                }
            }
        }
        return indices;
    }

    /** Creates panels for the layer's products over windows. */
    public PackedWeights panels() {
        return new PackedWeights(layer.windowSize(), layer.outputs());
    }

    /** Returns the indices of its weights in {@link #panels}, in the order of the flat vector. */
    public int[] indicesIn(PackedWeights panels) {
        return ofWeights((o, c, y, x) -> panels.index(index(c, y, x), o));
    }

    /** Copies the layer into {@link #panels}, whose {@link #indicesIn} are {@code indices}. */
    public void pack(float[] parameters, PackedWeights panels, int[] indices) {
        System.arraycopy(parameters, layer.biasOffset(), panels.bias(), panels.biasOffset(), layer.outputs());
        panels.scatter(parameters, layer.offset(), indices);
    }

    /** Creates an image of the layer's inputs, with the layer's padding as its border. */
    public Image image(int rows) {
        return Image.zeros(layer.channels(), layer.height(), layer.width(), layer.padding(), layer.stride(), rows);
    }

    /** Returns the windows of the first such image, row by row. */
    public Windows windows(Image in) {
        int[] from = new int[layer.outputHeight() * layer.outputWidth()];
        for (int i = 0; i < from.length; i++) {
            int y = i / layer.outputWidth() * layer.stride() - layer.padding();
            int x = i % layer.outputWidth() * layer.stride() - layer.padding();
            from[i] = in.offset(y, x);
        }
        return new Windows(in.values(), from, side(), runLength(), in.blockRow());
    }
}
