package io.htsrl.policies.acting;

import io.htsrl.policies.image.Image;
import io.htsrl.policies.image.WindowOrder;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.Panels;
import io.htsrl.policies.network.ConvLayer;
import io.htsrl.policies.network.DenseLayer;
import java.util.List;

/**
 * Copies the layers of a flat parameter vector into {@link Panels}, whose rows follow the inputs as they lie in an
 * {@link Image}: by block, then by pixel, then by channel. Stateless.
 */
final class ConvPacking {

    private ConvPacking() {}

    /** A convolution that reads blocks as large as its stride. */
    static void pack(ConvLayer layer, float[] parameters, Panels to) {
        System.arraycopy(parameters, layer.biasOffset(), to.bias(), 0, layer.outputs());
        int kernel = layer.kernel();
        WindowOrder order = new WindowOrder(layer);
        int from = layer.offset();
        for (int o = 0; o < layer.outputs(); o++) {
            for (int c = 0; c < layer.channels(); c++) {
                for (int y = 0; y < kernel; y++) {
                    for (int x = 0; x < kernel; x++) {
                        to.values()[to.index(order.place(c, y, x), o)] = parameters[from++];
                    }
                }
            }
        }
    }

    /** A dense layer whose inputs are numbered by channel, then pixel, and lie by pixel, then channel. */
    static void pack(DenseLayer layer, int channels, float[] parameters, Panels to) {
        System.arraycopy(parameters, layer.biasOffset(), to.bias(), 0, layer.outputs());
        int pixels = layer.inputs() / channels;
        for (int c = 0; c < channels; c++) {
            for (int pixel = 0; pixel < pixels; pixel++) {
                packRow(layer, c * pixels + pixel, parameters, to, pixel * channels + c, 0);
            }
        }
    }

    /** Layers that read the same inputs, side by side. */
    static void pack(List<DenseLayer> layers, float[] parameters, Panels to) {
        int column = 0;
        for (int l = 0; l < layers.size(); l++) {
            DenseLayer layer = layers.get(l);
            System.arraycopy(parameters, layer.biasOffset(), to.bias(), column, layer.outputs());
            for (int k = 0; k < layer.inputs(); k++) {
                packRow(layer, k, parameters, to, k, column);
            }
            column += layer.outputs();
        }
    }

    /** Row {@code k} of a layer to row {@code row} and the columns from {@code column} on. */
    private static void packRow(DenseLayer layer, int k, float[] parameters, Panels to, int row, int column) {
        int from = layer.offset() + k * layer.outputs();
        int done = 0;
        while (done < layer.outputs()) {
            int at = column + done;
            int count = Math.min(layer.outputs() - done, DenseKernel.ALIGNMENT - at % DenseKernel.ALIGNMENT);
            System.arraycopy(parameters, from + done, to.values(), to.index(row, at), count);
            done += count;
        }
    }
}
