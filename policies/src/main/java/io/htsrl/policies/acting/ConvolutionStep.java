package io.htsrl.policies.acting;

import io.htsrl.policies.image.Image;
import io.htsrl.policies.image.WindowOrder;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.PlacedRows;
import io.htsrl.policies.kernel.Windows;
import io.htsrl.policies.network.ConvLayer;

/** A convolution: every window of an image, into the pixels of the next. */
final class ConvolutionStep implements TorsoStep {
    private final DenseKernel kernel;
    private final int index;
    private final Windows windows;
    private final PlacedRows pixels;

    /**
     * @param index of the layer among the layout's convolutions
     * @param in    with the layer's padding as its border, and its stride as its block
     */
    ConvolutionStep(DenseKernel kernel, ConvLayer layer, int index, Image in, Image out) {
        this.kernel = kernel;
        this.index = index;
        windows = new WindowOrder(layer).windows(in);
        pixels = new PlacedRows(out.values(), out.pixels());
    }

    @Override
    public void run(ConvSnapshot snapshot) {
        kernel.windows(snapshot.convolution(index), windows, 0, pixels, 0, 0, windows.offsets().length);
    }
}
