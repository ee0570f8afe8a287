package io.htsrl.policies.check;

import io.htsrl.policies.network.ConvLayer;
import java.util.Arrays;

/**
 * One convolution of the {@link Tape}, pixel by pixel over all outputs at once, which the JIT compiler makes vectors
 * of. Images are {@code [channel][row][column]}. One thread.
 */
final class TapeConvolution {
    private final ConvLayer layer;
    private final int outputs;
    private final int area;
    /** {@code [channel][kernel][kernel][output]}. */
    private final double[] weights;

    private final double[] weightGradient;
    private final double[] pixel;

    TapeConvolution(ConvLayer layer, float[] parameters) {
        this.layer = layer;
        outputs = layer.outputs();
        area = layer.outputHeight() * layer.outputWidth();
        weights = new double[layer.windowSize() * outputs];
        weightGradient = new double[weights.length];
        pixel = new double[outputs];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = parameters[parameter(i)];
        }
    }

    /** Where element {@code i} of the weights here lies among the parameters. */
    private int parameter(int i) {
        return layer.offset() + i % outputs * layer.windowSize() + i / outputs;
    }

    void forward(float[] parameters, double[] in, double[] out) {
        for (int at = 0; at < area; at++) {
            for (int o = 0; o < outputs; o++) {
                pixel[o] = parameters[layer.biasOffset() + o];
            }
            eachTap(at, (tap, from) -> addProduct(in[from], weights, tap * outputs, pixel));
            for (int o = 0; o < outputs; o++) {
                out[o * area + at] = pixel[o];
            }
        }
    }

    /** @param inGradient null where nobody needs it */
    void backward(double[] in, double[] inGradient, double[] outGradient, double[] parameterGradient) {
        Arrays.fill(weightGradient, 0);
        for (int at = 0; at < area; at++) {
            for (int o = 0; o < outputs; o++) {
                pixel[o] = outGradient[o * area + at];
                parameterGradient[layer.biasOffset() + o] += pixel[o];
            }
            eachTap(at, (tap, from) -> {
                addProduct(in[from], pixel, weightGradient, tap * outputs);
                if (inGradient != null) {
                    inGradient[from] += product(pixel, weights, tap * outputs);
                }
            });
        }
        for (int i = 0; i < weightGradient.length; i++) {
            parameterGradient[parameter(i)] += weightGradient[i];
        }
    }

    private interface Tap {
        /** @param tap a place in the window; {@code from} the element of the input that is there */
        void visit(int tap, int from);
    }

    private void eachTap(int at, Tap tap) {
        int top = at / layer.outputWidth() * layer.stride() - layer.padding();
        int left = at % layer.outputWidth() * layer.stride() - layer.padding();
        int place = 0;
        for (int c = 0; c < layer.channels(); c++) {
            for (int y = top; y < top + layer.kernel(); y++) {
                for (int x = left; x < left + layer.kernel(); x++, place++) {
                    if (y >= 0 && y < layer.height() && x >= 0 && x < layer.width()) {
                        tap.visit(place, (c * layer.height() + y) * layer.width() + x);
                    }
                }
            }
        }
    }

    private static void addProduct(double factor, double[] from, int at, double[] to) {
        for (int o = 0; o < to.length; o++) {
            to[o] += factor * from[at + o];
        }
    }

    private static void addProduct(double factor, double[] from, double[] to, int at) {
        for (int o = 0; o < from.length; o++) {
            to[at + o] += factor * from[o];
        }
    }

    private static double product(double[] a, double[] b, int at) {
        double even = 0;
        double odd = 0;
        int o = 0;
        for (; o + 1 < a.length; o += 2) {
            even += a[o] * b[at + o];
            odd += a[o + 1] * b[at + o + 1];
        }
        return o < a.length ? even + odd + a[o] * b[at + o] : even + odd;
    }
}
