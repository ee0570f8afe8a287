package io.htsrl.policies.network;

import java.util.List;

/**
 * Convolution within a flat parameter vector: the weights {@code [outputs][channels][kernel][kernel]} in row-major
 * order, followed by the bias {@code [outputs]}. It is a cross-correlation, as everywhere in the field:
 * {@code out[o][y][x] = bias[o] + sum over c, dy, dx of w[o][c][dy][dx] * in[c][y * stride + dy - padding][...]}, with
 * zeros outside the input.
 *
 * @param name such as {@code torso.conv0}
 * @param channels of the input
 * @param height of the input
 * @param width of the input
 * @param outputs channels of the output
 * @param kernel height and width of the window
 * @param stride from a window to the next, in both directions
 * @param padding rows and columns of zeros on each side of the input
 * @param offset of the first weight
 */
public record ConvLayer(
        String name,
        int channels,
        int height,
        int width,
        int outputs,
        int kernel,
        int stride,
        int padding,
        int offset) {

    /** Returns the weights and the bias. */
    public List<Tensor> tensors() {
        return List.of(
                new Tensor(name + ".weight", offset, List.of(outputs, channels, kernel, kernel)),
                new Tensor(name + ".bias", biasOffset(), List.of(outputs)));
    }

    public int outputHeight() {
        return (height + 2 * padding - kernel) / stride + 1;
    }

    public int outputWidth() {
        return (width + 2 * padding - kernel) / stride + 1;
    }

    /** Returns the floats of the output of one row of a batch. */
    public int outputSize() {
        return outputs * outputHeight() * outputWidth();
    }

    /** Returns the weights of one output channel: the inputs of one sum. */
    public int windowSize() {
        return channels * kernel * kernel;
    }

    /** Returns the offset of the bias. */
    public int biasOffset() {
        return offset + outputs * windowSize();
    }

    /** Returns the offset behind the last bias. */
    public int end() {
        return biasOffset() + outputs;
    }
}
