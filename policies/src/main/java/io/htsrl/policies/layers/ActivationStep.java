package io.htsrl.policies.layers;

import io.htsrl.policies.gradient.Matrix;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.network.Activation;

/**
 * Non-linearity. ELU, SiLU and GELU are functions of one tanh: {@code exp(x) - 1 = 2t / (1 - t)} and {@code sigmoid(x)
 * = (1 + t) / 2} with {@code t = tanh(x / 2)}, GELU with {@code t = tanh(sqrt(2 / pi) (x + 0.044715 x^3))}.
 */
final class ActivationStep extends LayerStep {
    private static final float ROOT = 0.7978845608f; // sqrt(2 / pi)
    private static final float CUBE = 0.044715f;
    private static final float SATURATED = 3e-7f; // 1 - t² of the tangent's last step below 1 is 2.4e-7

    private final DenseKernel kernel;
    private final Activation activation;
    private final Matrix input;
    /** The values of t, at the output's offsets; the output itself for tanh. */
    private final float[] tanh;

    ActivationStep(DenseKernel kernel, Activation activation, Matrix input, Matrix output) {
        super(output);
        this.kernel = kernel;
        this.activation = activation;
        this.input = input;
        tanh = activation == Activation.TANH ? output.values() : new float[output.values().length];
    }

    @Override
    void forward(LayerWeights weights, int first, int count) {
        int at = output.at(first); // equal offsets, for both have one shape
        int size = count * output.width();
        if (activation == Activation.RELU) {
            kernel.relu(input.values(), at, output.values(), at, size);
            return;
        }
        setArgument(at, size);
        kernel.tanh(tanh, at, size);
        if (activation != Activation.TANH) {
            setOutput(at, size);
        }
    }

    private void setArgument(int at, int size) {
        float[] x = input.values();
        if (activation == Activation.TANH) {
            System.arraycopy(x, at, tanh, at, size);
            return;
        }
        for (int i = at; i < at + size; i++) {
            tanh[i] = activation == Activation.GELU ? ROOT * (x[i] + CUBE * (x[i] * x[i] * x[i])) : 0.5f * x[i];
        }
    }

    private void setOutput(int at, int size) {
        float[] x = input.values();
        float[] y = output.values();
        for (int i = at; i < at + size; i++) {
            y[i] = activation != Activation.ELU
                    ? 0.5f * x[i] * (1 + tanh[i])
                    : x[i] <= 0 ? 2 * tanh[i] / (1 - tanh[i]) : x[i];
        }
    }

    @Override
    void backward(LayerWeights weights, int first, int count) {
        if (input.gradients() == null) {
            return;
        }
        int at = output.at(first);
        int size = count * output.width();
        if (activation == Activation.RELU) {
            kernel.reluGradient(output.gradients(), at, output.values(), at, input.gradients(), at, size);
        } else {
            for (int i = at; i < at + size; i++) {
                input.gradients()[i] = output.gradients()[i] * slope(i);
            }
        }
    }

    private float slope(int at) {
        float x = input.values()[at];
        float y = output.values()[at];
        if (activation == Activation.TANH) {
            return 1 - y * y;
        }
        if (activation == Activation.ELU) {
            return x <= 0 ? y + 1 : 1;
        }
        float t = tanh[at];
        float slope = 1 - t * t;
        if (slope < SATURATED) {
            slope = 0; // else it is multiplied by x³, and the tangent never gets to 1
        }
        float inner = activation == Activation.GELU ? ROOT * (1 + 3 * CUBE * (x * x)) : 0.5f;
        return 0.5f * (1 + t) + 0.5f * x * (slope * inner);
    }
}
