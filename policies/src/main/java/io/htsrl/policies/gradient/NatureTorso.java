package io.htsrl.policies.gradient;

import io.htsrl.policies.gradient.Relu.ReluGradient;
import io.htsrl.policies.image.Image;
import io.htsrl.policies.image.WindowOrder;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.network.ConvLayer;
import java.util.ArrayList;
import java.util.List;

/** Torso of convolutions, each with relu: {@code features = relu(conv(relu(conv(...))))}. */
final class NatureTorso implements Torso {
    private final List<ConvStage> stages = new ArrayList<>();
    /** Relu after each stage, in place. */
    private final Relu[] relus;
    /** Relu gradient of each stage's output. */
    private final ReluGradient[] reluGradients;
    /** Images: the input of each stage, then the features. */
    private final Image[] images;

    /**
     * @param features a row of pixels for each row of the minibatch
     * @param rows of a minibatch, at most
     * @param slots of a chunk
     */
    NatureTorso(DenseKernel kernel, List<ConvLayer> layers, Matrix features, int rows, int slots) {
        int count = layers.size();
        ConvLayer last = layers.get(count - 1);
        images = new Image[count + 1];
        images[count] = features.images(last.outputs(), last.outputHeight(), last.outputWidth());
        relus = new Relu[count];
        reluGradients = new ReluGradient[count];
        for (int l = 0; l < count; l++) {
            images[l] = new WindowOrder(layers.get(l)).image(rows);
        }
        Image behind = images[count].over(features.gradients()); // gradient of a stage's output, as it comes
        for (int l = count - 1; l >= 0; l--) {
            Image inner = ConvStage.gradient(layers.get(l), slots); // and before relu
            Image before = l == 0 ? null : new WindowOrder(layers.get(l)).image(slots);
            relus[l] = new Relu(kernel, images[l + 1], images[l + 1]);
            reluGradients[l] = new ReluGradient(kernel, behind, images[l + 1], inner);
            stages.add(0, new ConvStage(kernel, layers.get(l), images[l], images[l + 1], inner, before));
            behind = before;
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
            relus[l].run(row, row);
        }
    }

    @Override
    public void backward(int row, int slot) {
        int last = stages.size() - 1;
        for (int l = last; l >= 0; l--) {
            reluGradients[l].run(l == last ? row : slot, row, slot);
            if (l > 0) {
                stages.get(l).backward(slot);
            }
        }
    }
}
