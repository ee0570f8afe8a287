package io.htsrl.policies.check;

import io.htsrl.policies.ConvLayer;

/** Walks over all products of a convolution: per weight, and row of the output image, one run of them. Stateless. */
final class ConvolutionTaps {

    private ConvolutionTaps() {
    }

    /** A run of {@code count} outputs from {@code to} on, over inputs from {@code from} on a stride apart. */
    interface Run {
        void visit(int weight, int from, int to, int count);
    }

    static void each(ConvLayer layer, Run run) {
        int weight = layer.offset();
        for (int o = 0; o < layer.outputs(); o++) {
            for (int c = 0; c < layer.channels(); c++) {
                for (int dy = 0; dy < layer.kernel(); dy++) {
                    for (int dx = 0; dx < layer.kernel(); dx++) {
                        each(layer, weight++, o, c, dy - layer.padding(), dx - layer.padding(), run);
                    }
                }
            }
        }
    }

    /** @param dy, dx the weight's place, from the output's own */
    private static void each(ConvLayer layer, int weight, int o, int c, int dy, int dx, Run run) {
        int stride = layer.stride();
        int first = first(dx, stride);
        int count = behindLast(dx, stride, layer.width(), layer.outputWidth()) - first;
        int behind = behindLast(dy, stride, layer.height(), layer.outputHeight());
        for (int y = first(dy, stride); y < behind; y++) {
            run.visit(weight, (c * layer.height() + y * stride + dy) * layer.width() + first * stride + dx,
                    (o * layer.outputHeight() + y) * layer.outputWidth() + first, count);
        }
    }

    /** The first output whose input is not before the image. */
    private static int first(int d, int stride) {
        return d >= 0 ? 0 : (-d + stride - 1) / stride;
    }

    private static int behindLast(int d, int stride, int extent, int outputs) {
        return Math.min(outputs, (extent - 1 - d) / stride + 1);
    }
}
