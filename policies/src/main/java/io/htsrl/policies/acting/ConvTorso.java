package io.htsrl.policies.acting;

import io.htsrl.policies.image.Image;
import io.htsrl.policies.image.MaxPool;
import io.htsrl.policies.image.WindowOrder;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.RowOffsets;
import io.htsrl.policies.kernel.Windows;
import io.htsrl.policies.network.ConvLayer;
import io.htsrl.policies.network.ConvLayout;
import io.htsrl.policies.network.ImpalaStage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Images of one row of a batch, from its frames to the last image, and the steps between them. One thread. It computes
 * one row at a time, so that the images stay in the second-level cache with the weights.
 */
final class ConvTorso {
    private final DenseKernel kernel;
    private final List<Consumer<ConvSnapshot>> building = new ArrayList<>();
    private final List<Consumer<ConvSnapshot>> steps;
    private final Image input;
    private final Image output;
    private int convolutions;

    ConvTorso(ConvLayout layout, DenseKernel kernel) {
        this.kernel = kernel;
        ConvLayer first = layout.convolutions().get(0);
        input = before(first);
        output = layout.stages().isEmpty() ? addNature(layout.convolutions()) : addImpala(layout.stages());
        steps = List.copyOf(building);
    }

    /** Returns the image of a row's frames, as channels. */
    Image input() {
        return input;
    }

    void run(ConvSnapshot snapshot) {
        for (int i = 0; i < steps.size(); i++) { // an iterator would be garbage
            steps.get(i).accept(snapshot);
        }
    }

    /** Copies the last image, pixel by pixel, without its border. */
    void copyOutput(float[] to, int at) {
        int rowSize = output.width() * output.channels();
        for (int y = 0; y < output.height(); y++) {
            System.arraycopy(output.values(), output.offset(y, 0), to, at + y * rowSize, rowSize);
        }
    }

    private Image addNature(List<ConvLayer> layers) {
        Image image = input;
        for (int l = 0; l < layers.size(); l++) {
            Image next = l + 1 < layers.size() ? before(layers.get(l + 1)) : behind(layers.get(l));
            addConvolution(layers.get(l), image, next);
            addRelu(next, next);
            image = next;
        }
        return image;
    }

    private Image addImpala(List<ImpalaStage> stages) {
        Image image = input;
        for (ImpalaStage stage : stages) {
            Image wide = behind(stage.entry());
            addConvolution(stage.entry(), image, wide);
            image = before(stage.blocks().get(0).first());
            MaxPool maximum = new MaxPool(kernel, stage, wide, image, 1);
            building.add(snapshot -> maximum.run(0, 0));
            addBlocks(stage.blocks(), image);
        }
        addRelu(image, image);
        return image;
    }

    private void addBlocks(List<ImpalaStage.Block> blocks, Image image) {
        Image activated = before(blocks.get(0).first());
        Image between = before(blocks.get(0).second());
        for (ImpalaStage.Block block : blocks) {
            addRelu(image, activated);
            addConvolution(block.first(), activated, between);
            addRelu(between, between);
            addConvolution(block.second(), between, activated); // the old content is not used any more
            building.add(snapshot ->
                    kernel.add(image.values(), image.begin(0), activated.values(), activated.begin(0), image.size()));
        }
    }

    private void addConvolution(ConvLayer layer, Image in, Image out) {
        int index = convolutions++;
        Windows windows = new WindowOrder(layer).windows(in);
        RowOffsets pixels = new RowOffsets(out.values(), out.pixels());
        building.add(snapshot ->
                kernel.windows(snapshot.convolution(index), windows, 0, pixels, 0, 0, windows.offsets().length));
    }

    private void addRelu(Image from, Image to) {
        building.add(snapshot -> kernel.relu(from.values(), from.begin(0), to.values(), to.begin(0), to.size()));
    }

    private static Image before(ConvLayer layer) {
        return new WindowOrder(layer).image(1);
    }

    private static Image behind(ConvLayer layer) {
        return Image.zeros(layer.outputs(), layer.outputHeight(), layer.outputWidth(), 0, 1, 1);
    }
}
