package io.htsrl.nd4j.network;

import io.htsrl.nd4j.network.NativeMemory.NativeCall;
import io.htsrl.policies.network.ConvLayer;
import java.nio.FloatBuffer;
import java.util.Arrays;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Convolution that reads the observations. Its backward pass omits the unused input gradient, which would cost 4 times
 * as much as the rest (few input channels). The weights' gradient is the product of the output's gradient with the
 * windows. Windows of a few rows (a group) are copied side by side at a time, so that they stay in the cache. Groups
 * are summed in their order, so the bits depend only on the number of rows.
 */
final class FirstConvolution implements NativeLayer {
    /** Greatest number of floats of a group's windows, unless one row has more: 2 MB. */
    static final int GROUP_FLOATS = 1 << 19;

    private final ConvLayer layer;
    private final NativeConvolution convolution;
    private final NativeMemory memory;
    private final NativeActivation output;
    private final FloatBuffer images;
    private final int positions;
    private final int groupRows;
    private final INDArray windows;
    private final FloatBuffer windowFloats;
    private final INDArray ones;
    private final INDArray weightGradient;
    private final INDArray biasGradient;
    private final FloatBuffer weightGradientFloats;
    private final FloatBuffer biasGradientFloats;
    /** Prepared products {@code [group][rows in the group]}, created on first use. */
    private final NativeCall[][] products;

    private final float[] image;
    private final float[] groupWeights;
    private final float[] groupBias;
    private final float[] weightSum;
    private final float[] biasSum;

    /** @param groupFloats greatest number of floats of a group's windows, unless one row has more */
    FirstConvolution(
            ConvLayer layer, NativeActivation input, NativeActivation output, int groupFloats, NativeMemory memory) {
        this.layer = layer;
        this.memory = memory;
        this.output = output;
        convolution = new NativeConvolution(layer, input, output, memory);
        images = input.values().data().asNioFloat();
        positions = layer.outputHeight() * layer.outputWidth();
        groupRows = Math.max(1, Math.min(input.maxRows(), groupFloats / (positions * layer.windowSize())));
        windows = memory.array((long) groupRows * positions, layer.windowSize());
        windowFloats = windows.data().asNioFloat();
        ones = memory.array(1, (long) groupRows * positions);
        ones.assign(1);
        weightGradient = memory.array(layer.outputs(), layer.windowSize());
        biasGradient = memory.array(1, layer.outputs());
        weightGradientFloats = weightGradient.data().asNioFloat();
        biasGradientFloats = biasGradient.data().asNioFloat();
        products = new NativeCall[(input.maxRows() + groupRows - 1) / groupRows][groupRows + 1];
        image = new float[layer.channels() * paddedHeight() * paddedWidth()];
        weightSum = new float[layer.outputs() * layer.windowSize()];
        biasSum = new float[layer.outputs()];
        groupWeights = new float[weightSum.length];
        groupBias = new float[biasSum.length];
    }

    private int paddedHeight() {
        return layer.height() + 2 * layer.padding();
    }

    private int paddedWidth() {
        return layer.width() + 2 * layer.padding();
    }

    @Override
    public void load(float[] parameters) {
        convolution.load(parameters);
    }

    @Override
    public void forward(int rows) {
        convolution.forward(rows);
    }

    @Override
    public void backward(int rows, float[] parameterGradient) {
        Arrays.fill(weightSum, 0);
        Arrays.fill(biasSum, 0);
        for (int group = 0; group * groupRows < rows; group++) {
            int count = Math.min(groupRows, rows - group * groupRows);
            for (int row = 0; row < count; row++) {
                readImage(group * groupRows + row);
                layWindows(row);
            }
            products(group, count).run();
            addTo(weightSum, weightGradientFloats, groupWeights);
            addTo(biasSum, biasGradientFloats, groupBias);
        }
        writeGradient(parameterGradient);
    }

    /** Copies one row's pixels into the padded image. */
    private void readImage(int row) {
        int line = layer.width() * layer.channels();
        int at = row * layer.height() * line;
        if (layer.padding() == 0) {
            NativeActivation.read(images, at, image, 0, layer.height() * line);
            return;
        }
        int paddedLine = paddedWidth() * layer.channels();
        int to = layer.padding() * (paddedLine + layer.channels());
        for (int y = 0; y < layer.height(); y++) {
            NativeActivation.read(images, at + y * line, image, to + y * paddedLine, line);
        }
    }

    /** Copies each window of the image to one line {@code [kernel][kernel][channels]}. */
    private void layWindows(int row) {
        int run = layer.kernel() * layer.channels();
        int line = paddedWidth() * layer.channels();
        windowFloats.position(row * positions * layer.windowSize());
        for (int y = 0; y < layer.outputHeight(); y++) {
            for (int x = 0; x < layer.outputWidth(); x++) {
                int from = y * layer.stride() * line + x * layer.stride() * layer.channels();
                for (int dy = 0; dy < layer.kernel(); dy++) {
                    windowFloats.put(image, from + dy * line, run);
                }
            }
        }
    }

    private NativeCall products(int group, int count) {
        NativeCall both = products[group][count];
        if (both == null) {
            long lines = (long) count * positions;
            INDArray gradient = NativeMemory.view(
                    output.gradient(), (long) group * groupRows * output.rowSize(), lines, layer.outputs());
            NativeCall weights = memory.product(
                    gradient, true, NativeMemory.firstRows(windows, count * positions), false, weightGradient);
            NativeCall bias =
                    memory.product(NativeMemory.view(ones, 0, 1, lines), false, gradient, false, biasGradient);
            both = () -> {
                weights.run();
                bias.run();
            };
            products[group][count] = both;
        }
        return both;
    }

    private static void addTo(float[] sum, FloatBuffer addend, float[] scratch) {
        NativeActivation.read(addend, 0, scratch, 0, sum.length);
        for (int i = 0; i < sum.length; i++) {
            sum[i] += scratch[i];
        }
    }

    /** Copies the gradient from {@code [outputs][kernel][kernel][channels]} to the flat vector's order. */
    private void writeGradient(float[] parameterGradient) {
        int from = 0;
        int area = layer.kernel() * layer.kernel();
        for (int o = 0; o < layer.outputs(); o++) {
            int to = layer.offset() + o * layer.windowSize();
            for (int k = 0; k < area; k++) {
                for (int c = 0; c < layer.channels(); c++) {
                    parameterGradient[to + c * area + k] = weightSum[from++];
                }
            }
        }
        System.arraycopy(biasSum, 0, parameterGradient, layer.biasOffset(), layer.outputs());
    }
}
