package io.htsrl.policies.gradient;

/**
 * Where the parameters of a dense layer's inputs lie: an image's come by pixel, then by channel, and their parameters
 * by channel, then by pixel.
 *
 * @param channels of the image; 1 for inputs whose parameters lie in their order
 * @param pixels   of the image
 */
record InputOrder(int channels, int pixels) {

    /** Inputs whose parameters lie in their order. */
    static InputOrder plain(int inputs) {
        return new InputOrder(1, inputs);
    }

    int parameterRow(int input) {
        return input % channels * pixels + input / channels;
    }
}
