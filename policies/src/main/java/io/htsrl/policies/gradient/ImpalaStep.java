package io.htsrl.policies.gradient;

import io.htsrl.policies.image.Image;
import io.htsrl.policies.image.Maximum;
import io.htsrl.policies.image.WindowOrder;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.network.ConvLayer;
import io.htsrl.policies.network.ImpalaStage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One {@link ImpalaStage}: convolution, maximum, residual blocks. */
final class ImpalaStep {
    private final DenseKernel kernel;
    private final ConvStage entry;
    private final Image wideGradient;
    private final Maximum maximum;
    private final MaximumGradient maximumGradient;
    private final Image output;
    private final List<Block> blocks = new ArrayList<>();
    /** Of the image before the first block, and behind each. */
    private final List<Image> imageGradients = new ArrayList<>();

    /**
     * A residual block.
     *
     * @param bend            relu of the image, for the first convolution
     * @param bendBetween     relu of what that makes of it, in place
     * @param addend          what the second one makes of that, an image for each lane
     * @param betweenGradient through the second relu, in place
     * @param gradient        through the first, in place
     */
    private record Block(
            Relu bend,
            ConvStage first,
            Relu bendBetween,
            ConvStage second,
            Image addend,
            ReluGradient betweenGradient,
            ReluGradient gradient) {}

    /** @param inputGradient null if nobody needs it */
    ImpalaStep(
            DenseKernel kernel, ImpalaStage stage, Image input, Image inputGradient, int rows, int slots, int lanes) {
        this.kernel = kernel;
        ConvLayer in = stage.entry();
        Image wide = Image.zeros(in.outputs(), in.outputHeight(), in.outputWidth(), 0, 1, rows);
        wideGradient = ConvStage.gradient(in, slots);
        entry = new ConvStage(kernel, in, input, wide, wideGradient, inputGradient);
        ConvLayer inner = stage.blocks().get(0).first();
        output = new WindowOrder(inner).image(rows);
        imageGradients.add(ConvStage.gradient(inner, slots));
        maximum = new Maximum(kernel, stage, wide, output, lanes);
        maximumGradient = new MaximumGradient(kernel, maximum, wide, imageGradients.get(0), wideGradient);
        for (ImpalaStage.Block block : stage.blocks()) {
            addBlock(block, rows, slots, lanes);
        }
    }

    private void addBlock(ImpalaStage.Block block, int rows, int slots, int lanes) {
        Image before = imageGradients.get(imageGradients.size() - 1);
        Image behind = ConvStage.gradient(block.second(), slots);
        imageGradients.add(behind);
        Image bent = new WindowOrder(block.first()).image(rows);
        Image between = new WindowOrder(block.second()).image(rows);
        Image betweenGradient = ConvStage.gradient(block.first(), slots);
        Image addend = new WindowOrder(block.first()).image(lanes);
        blocks.add(new Block(
                new Relu(kernel, output, bent),
                new ConvStage(kernel, block.first(), bent, between, betweenGradient, before),
                new Relu(kernel, between, between),
                new ConvStage(kernel, block.second(), between, addend, behind, betweenGradient),
                addend,
                new ReluGradient(kernel, betweenGradient, between, betweenGradient),
                new ReluGradient(kernel, before, bent, before)));
    }

    Image output() {
        return output;
    }

    Image outputGradient() {
        return imageGradients.get(imageGradients.size() - 1);
    }

    List<ConvStage> convolutions() {
        List<ConvStage> all = new ArrayList<>(List.of(entry));
        blocks.forEach(block -> all.addAll(List.of(block.first(), block.second())));
        return all;
    }

    void forward(int row, int lane) {
        entry.forward(row, row);
        maximum.run(row, lane);
        for (int b = 0; b < blocks.size(); b++) {
            Block block = blocks.get(b);
            block.bend().run(row, row);
            block.first().forward(row, row);
            block.bendBetween().run(row, row);
            block.second().forward(row, lane);
            kernel.add(
                    output.values(),
                    output.begin(row),
                    block.addend().values(),
                    block.addend().begin(lane),
                    output.size());
        }
    }

    void backward(int row, int slot) {
        for (int b = blocks.size() - 1; b >= 0; b--) {
            Block block = blocks.get(b);
            Image before = imageGradients.get(b);
            Image behind = imageGradients.get(b + 1);
            block.second().backward(slot);
            block.betweenGradient().run(slot, row, slot);
            block.first().backward(slot);
            block.gradient().run(slot, row, slot);
            int at = before.begin(slot);
            kernel.add(before.values(), at, behind.values(), at, before.size());
        }
        int at = wideGradient.begin(slot);
        Arrays.fill(wideGradient.values(), at, at + wideGradient.size(), 0);
        maximumGradient.run(row, slot);
        if (entry.hasInputGradient()) {
            entry.backward(slot);
        }
    }
}
