package io.htsrl.policies.gradient;

import io.htsrl.policies.gradient.Relu.ReluGradient;
import io.htsrl.policies.image.Image;
import io.htsrl.policies.image.MaxPool;
import io.htsrl.policies.image.WindowOrder;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.network.ConvLayer;
import io.htsrl.policies.network.ImpalaStage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Torso of IMPALA: its stages in sequence, and a last relu to the features. */
final class ImpalaTorso implements Torso {
    private final Relu lastRelu;
    private final ReluGradient lastReluGradient;
    private final ImpalaStep[] steps;
    private final List<ConvStage> convolutions = new ArrayList<>();
    private final Image input;

    /**
     * @param features a row of pixels for each row of the minibatch
     * @param rows of a minibatch, at most
     * @param slots of a chunk
     */
    ImpalaTorso(DenseKernel kernel, List<ImpalaStage> stages, Matrix features, int rows, int slots, int lanes) {
        ConvLayer first = stages.get(0).entry();
        input = new WindowOrder(first).image(rows);
        Image image = input;
        Image imageGradient = null;
        steps = new ImpalaStep[stages.size()];
        for (int s = 0; s < steps.length; s++) {
            ImpalaStep step = new ImpalaStep(kernel, stages.get(s), image, imageGradient, rows, slots, lanes);
            steps[s] = step;
            convolutions.addAll(step.convolutions());
            image = step.output();
            imageGradient = step.outputGradient();
        }
        Image flat = features.images(image.channels(), image.height(), image.width());
        lastRelu = new Relu(kernel, image, flat);
        lastReluGradient = new ReluGradient(kernel, flat.over(features.gradients()), flat, imageGradient);
    }

    @Override
    public Image input() {
        return input;
    }

    @Override
    public List<ConvStage> convolutions() {
        return convolutions;
    }

    @Override
    public void forward(int row, int lane) {
        for (ImpalaStep step : steps) {
            step.forward(row, lane);
        }
        lastRelu.run(row, row);
    }

    @Override
    public void backward(int row, int slot) {
        lastReluGradient.run(row, row, slot);
        for (int s = steps.length - 1; s >= 0; s--) {
            steps[s].backward(row, slot);
        }
    }

    /** {@link ImpalaStage} with gradients: convolution, maximum, residual blocks. */
    private static final class ImpalaStep {
        private final DenseKernel kernel;
        private final ConvStage entry;
        private final Image wideGradient;
        private final MaxPool maximum;
        private final MaxPoolGradient maximumGradient;
        private final Image output;
        private final List<Block> blocks = new ArrayList<>();
        /** Gradients of the image before the first block, and after each block. */
        private final List<Image> imageGradients = new ArrayList<>();

        /**
         * Residual block.
         *
         * @param relu relu of the image, for the first convolution
         * @param innerRelu relu of the first convolution's output, in place
         * @param addend output of the second convolution, an image for each lane
         * @param betweenGradient through the second relu, in place
         * @param gradient through the first, in place
         */
        private record Block(
                Relu relu,
                ConvStage first,
                Relu innerRelu,
                ConvStage second,
                Image addend,
                ReluGradient betweenGradient,
                ReluGradient gradient) {}

        /** @param inputGradient gradient of the input; null if not used */
        ImpalaStep(
                DenseKernel kernel,
                ImpalaStage stage,
                Image input,
                Image inputGradient,
                int rows,
                int slots,
                int lanes) {
            this.kernel = kernel;
            ConvLayer in = stage.entry();
            Image wide = Image.zeros(in.outputs(), in.outputHeight(), in.outputWidth(), 0, 1, rows);
            wideGradient = ConvStage.gradient(in, slots);
            entry = new ConvStage(kernel, in, input, wide, wideGradient, inputGradient);
            ConvLayer inner = stage.blocks().get(0).first();
            output = new WindowOrder(inner).image(rows);
            imageGradients.add(ConvStage.gradient(inner, slots));
            maximum = new MaxPool(kernel, stage, wide, output, lanes);
            maximumGradient = new MaxPoolGradient(kernel, maximum, wide, imageGradients.get(0), wideGradient);
            for (ImpalaStage.Block block : stage.blocks()) {
                addBlock(block, rows, slots, lanes);
            }
        }

        private void addBlock(ImpalaStage.Block block, int rows, int slots, int lanes) {
            Image before = imageGradients.get(imageGradients.size() - 1);
            Image behind = ConvStage.gradient(block.second(), slots);
            imageGradients.add(behind);
            Image activated = new WindowOrder(block.first()).image(rows);
            Image between = new WindowOrder(block.second()).image(rows);
            Image betweenGradient = ConvStage.gradient(block.first(), slots);
            Image addend = new WindowOrder(block.first()).image(lanes);
            blocks.add(new Block(
                    new Relu(kernel, output, activated),
                    new ConvStage(kernel, block.first(), activated, between, betweenGradient, before),
                    new Relu(kernel, between, between),
                    new ConvStage(kernel, block.second(), between, addend, behind, betweenGradient),
                    addend,
                    new ReluGradient(kernel, betweenGradient, between, betweenGradient),
                    new ReluGradient(kernel, before, activated, before)));
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
                block.relu().run(row, row);
                block.first().forward(row, row);
                block.innerRelu().run(row, row);
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

    /**
     * Gradient of a {@link MaxPool}: adds to the first pixel of each window that holds the maximum, windows in their
     * order.
     */
    private static final class MaxPoolGradient {
        private final DenseKernel kernel;
        private final Image input;
        private final Image outer;
        private final Image inner;
        private final int[] outerPixels;
        /** Offsets of each window's pixels in {@code input} and in {@code inner}. */
        private final int[][] taps;

        private final int[][] innerTaps;

        /**
         * @param input input of the maximum
         * @param outer gradient of the maximum
         * @param inner receives the gradient of {@code input}, added to what is there
         */
        MaxPoolGradient(DenseKernel kernel, MaxPool maximum, Image input, Image outer, Image inner) {
            this.kernel = kernel;
            this.input = input;
            this.outer = outer;
            this.inner = inner;
            outerPixels = outer.pixels();
            taps = new int[outerPixels.length][];
            innerTaps = new int[outerPixels.length][];
            for (int i = 0; i < taps.length; i++) {
                int y = i / outer.width();
                int x = i % outer.width();
                taps[i] = taps(maximum, y, x, input);
                innerTaps[i] = taps(maximum, y, x, inner);
            }
        }

        private static int[] taps(MaxPool maximum, int y, int x, Image image) {
            int[] at = new int[DenseKernel.TAPS];
            for (int k = 0; k < at.length; k++) {
                at[k] = image.offset(maximum.row(y, k / 3), maximum.column(x, k % 3));
            }
            return at;
        }

        /** Computes the gradient of image {@code row} of the input, in {@code slot}. */
        void run(int row, int slot) {
            for (int i = 0; i < outerPixels.length; i++) {
                kernel.maxGradient(
                        input.values(),
                        taps[i],
                        row * input.size(),
                        outer.values(),
                        slot * outer.size() + outerPixels[i],
                        inner.values(),
                        innerTaps[i],
                        slot * inner.size(),
                        input.channels());
            }
        }
    }
}
