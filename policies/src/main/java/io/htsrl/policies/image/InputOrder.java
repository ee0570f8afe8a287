package io.htsrl.policies.image;

import io.htsrl.policies.kernel.PackedWeights;
import io.htsrl.policies.network.DenseLayer;

/**
 * Order of the parameters of a dense layer's inputs. An image's inputs are ordered by pixel, then by channel; their
 * parameters by channel, then by pixel.
 *
 * @param channels of the image; 1 for inputs whose parameters lie in their order
 * @param pixels of the image
 */
public record InputOrder(int channels, int pixels) {

    /** Creates the order of inputs whose parameters have the same order. */
    public static InputOrder plain(int inputs) {
        return new InputOrder(1, inputs);
    }

    /** Creates the order of a layer's inputs from an image of {@code channels} channels. */
    public static InputOrder ofImage(int channels, DenseLayer layer) {
        return new InputOrder(channels, layer.inputs() / channels);
    }

    /** Returns the row of an input's parameters. */
    public int parameterRow(int input) {
        return input % channels * pixels + input / channels;
    }

    /**
     * Copies outputs of a layer into panels, whose rows are the inputs as they come.
     *
     * @param first of the outputs
     * @param count of them
     * @param column of the first
     */
    public void pack(DenseLayer layer, float[] parameters, int first, int count, PackedWeights to, int column) {
        if (layer.repeats()) {
            for (int i = 0; i < layer.inputs(); i++) {
                int output = parameterRow(i);
                if (first <= output && output < first + count) {
                    to.values()[to.index(i, column + output - first)] = 1;
                }
            }
            return;
        }
        System.arraycopy(parameters, layer.biasOffset() + first, to.bias(), to.biasOffset() + column, count);
        for (int i = 0; i < layer.inputs(); i++) {
            to.setRow(i, column, parameters, layer.offset() + parameterRow(i) * layer.outputs() + first, count);
        }
    }
}
