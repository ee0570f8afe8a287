package io.htsrl.policies.gradient;

import io.htsrl.policies.image.Image;
import io.htsrl.policies.image.WindowOrder;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.network.ConvLayer;
import io.htsrl.policies.network.ImpalaStage;
import java.util.ArrayList;
import java.util.List;

/** The stages of an IMPALA torso, one behind the other, and a last relu to the features. */
final class ImpalaTorso implements Torso {
    private final Relu lastRelu;
    private final ReluGradient lastReluGradient;
    private final ImpalaStep[] steps;
    private final List<ConvStage> convolutions = new ArrayList<>();
    private final Image input;

    /**
     * @param features a row of pixels for each row of the minibatch
     * @param rows     of a minibatch, at most
     * @param slots    of a chunk
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
        Image flat = new Image(image.channels(), image.height(), image.width(), 0, 1, features.values());
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
}
