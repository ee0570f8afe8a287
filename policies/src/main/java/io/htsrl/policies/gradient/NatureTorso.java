package io.htsrl.policies.gradient;

import io.htsrl.policies.image.Image;
import io.htsrl.policies.image.WindowOrder;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.network.ConvLayer;
import java.util.ArrayList;
import java.util.List;

/** Convolutions with relu behind each: {@code features = relu(conv(relu(conv(...))))}. */
final class NatureTorso implements Torso {
    private final ReluStep relu;
    private final List<ConvStage> stages = new ArrayList<>();
    /** Input of each stage, then the features. */
    private final Image[] images;
    /** Gradient of each stage's output before relu. */
    private final Image[] outputGradients;
    /** Gradient of each stage's input, as its windows lie; null for the first. */
    private final Image[] inputGradients;

    private final Image featureGradients;

    /**
     * @param features a row of pixels for each row of the minibatch
     * @param rows     of a minibatch, at most
     * @param slots    of a chunk
     */
    NatureTorso(DenseKernel kernel, List<ConvLayer> layers, Matrix features, int rows, int slots) {
        relu = new ReluStep(kernel);
        int count = layers.size();
        ConvLayer last = layers.get(count - 1);
        Image pixels = new Image(last.outputs(), last.outputHeight(), last.outputWidth(), 0, 1, features.values());
        featureGradients = pixels.over(features.gradients());
        images = new Image[count + 1];
        outputGradients = new Image[count];
        inputGradients = new Image[count];
        for (int l = 0; l < count; l++) {
            images[l] = new WindowOrder(layers.get(l)).image(rows);
            outputGradients[l] = ConvStage.gradient(layers.get(l), slots);
            inputGradients[l] = l == 0 ? null : new WindowOrder(layers.get(l)).image(slots);
        }
        images[count] = pixels;
        for (int l = 0; l < count; l++) {
            stages.add(new ConvStage(
                    kernel, layers.get(l), images[l], images[l + 1], outputGradients[l], inputGradients[l]));
        }
    }

    @Override
    public Image input() {
        return images[0];
    }

    @Override
    public List<ConvStage> convolutions() {
        return stages;
    }

    @Override
    public void forward(int row, int lane) {
        for (int l = 0; l < stages.size(); l++) {
            stages.get(l).forward(row, row);
            relu.forward(images[l + 1], row, images[l + 1], row);
        }
    }

    @Override
    public void backward(int row, int slot) {
        int last = stages.size() - 1;
        relu.backward(featureGradients, row, images[last + 1], row, outputGradients[last], slot);
        for (int l = last; l > 0; l--) {
            stages.get(l).backward(slot);
            relu.backward(inputGradients[l], slot, images[l], row, outputGradients[l - 1], slot);
        }
    }
}
