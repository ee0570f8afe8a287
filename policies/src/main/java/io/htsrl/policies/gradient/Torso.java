package io.htsrl.policies.gradient;

import io.htsrl.policies.image.Image;
import java.util.List;

/**
 * Convolutional part of a learner's network: from images of observations to features, and back. Images may be computed
 * at the same time, by different lanes.
 */
interface Torso {

    /** Returns the observations' images. */
    Image input();

    /** Returns the convolutions in the order of the forward pass. */
    List<ConvStage> convolutions();

    /** Computes the features of image {@code row} of the observations. */
    void forward(int row, int lane);

    /** Computes the gradients of all convolutions' outputs from that of the features of row {@code row}. */
    void backward(int row, int slot);
}
