package io.htsrl.policies.layers;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.policies.gradient.Matrix;
import io.htsrl.policies.image.FrameReader;
import io.htsrl.policies.image.Image;
import io.htsrl.policies.image.NetworkInput;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.network.Layer;
import io.htsrl.policies.network.Operation;

/** Observations as floats: a vector, or an image with its pixels side by side. */
final class InputStep extends LayerStep {
    private final int first;
    private final int size;
    private final FrameReader frames;
    private ObservationBatch batch;
    private int start;

    InputStep(DenseKernel kernel, Layer layer, Matrix output) {
        super(output);
        if (layer.operation() instanceof Operation.Frames image) {
            Image pixels = output.images(layer.channels(), layer.height(), layer.width());
            frames = new FrameReader(kernel, pixels, image.shape(), image.offset());
            first = 0;
            size = 0;
        } else {
            frames = null;
            Operation.Features features = (Operation.Features) layer.operation();
            first = features.offset();
            size = features.size();
        }
    }

    /** Sets the rows of the next passes: row i of the output is row {@code start + i} of the batch. */
    void over(ObservationBatch newBatch, int newStart) {
        batch = newBatch;
        start = newStart;
    }

    @Override
    void forward(LayerWeights weights, int from, int count) {
        for (int row = from; row < from + count; row++) {
            if (frames == null) {
                NetworkInput.read(batch, start + row, first, size, output.values(), output.at(row));
            } else {
                frames.read(batch, start + row, row * output.width());
            }
        }
    }
}
