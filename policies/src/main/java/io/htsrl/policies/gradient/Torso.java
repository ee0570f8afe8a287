package io.htsrl.policies.gradient;

import io.htsrl.policies.image.Image;
import java.util.List;

/**
 * The convolutional part of a network as it learns: from images of observations to features, and back. Images may be
 * computed at the same time, by different lanes.
 */
interface Torso {

    /** The observations' images. */
    Image input();

    /** In the order of the forward pass. */
    List<ConvStage> convolutions();

    /** From image {@code row} of the observations to its features. */
    void forward(int row, int lane);

    /** From the gradient of the features of row {@code row} to the gradients of all convolutions' outputs. */
    void backward(int row, int slot);
}
