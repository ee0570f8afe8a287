package io.htsrl.policies.layers;

import io.htsrl.policies.gradient.Matrix;
import io.htsrl.policies.network.Operation.Normalization;
import java.util.Arrays;

/** Layer normalisation: each row less its mean, divided by its deviation, times the gain, plus the bias. */
final class NormalizationStep extends LayerStep {
    private final Normalization norm;
    private final Matrix input;
    /** Normalised values, at the output's offsets. */
    private final float[] normal;
    /** Reciprocal deviation of each row. */
    private final float[] scale;

    NormalizationStep(Normalization norm, Matrix input, Matrix output) {
        super(output);
        this.norm = norm;
        this.input = input;
        normal = new float[output.values().length];
        scale = new float[output.rows()];
    }

    @Override
    void forward(LayerWeights weights, int first, int count) {
        float[] parameters = weights.parameters();
        int n = norm.units();
        for (int row = first; row < first + count; row++) {
            int from = input.at(row);
            int to = output.at(row);
            double sum = 0;
            for (int i = 0; i < n; i++) {
                sum += input.values()[from + i];
            }
            double mean = sum / n;
            double squares = 0;
            for (int i = 0; i < n; i++) {
                double d = input.values()[from + i] - mean;
                squares += d * d;
            }
            scale[row] = (float) (1 / Math.sqrt(squares / n + Normalization.EPSILON));
            for (int i = 0; i < n; i++) {
                float x = (float) (input.values()[from + i] - mean) * scale[row];
                normal[to + i] = x;
                output.values()[to + i] = x * parameters[norm.offset() + i] + parameters[norm.offset() + n + i];
            }
        }
    }

    @Override
    void backward(LayerWeights weights, int first, int count) {
        if (input.gradients() == null) {
            return;
        }
        float[] parameters = weights.parameters();
        int n = norm.units();
        for (int row = first; row < first + count; row++) {
            int from = output.at(row);
            int to = input.at(row);
            double sum = 0;
            double product = 0;
            for (int i = 0; i < n; i++) {
                float g = output.gradients()[from + i] * parameters[norm.offset() + i];
                sum += g;
                product += (double) g * normal[from + i];
            }
            float mean = (float) (sum / n);
            float slope = (float) (product / n);
            for (int i = 0; i < n; i++) {
                float g = output.gradients()[from + i] * parameters[norm.offset() + i];
                input.gradients()[to + i] = scale[row] * (g - mean - normal[from + i] * slope);
            }
        }
    }

    @Override
    int ranges() {
        return 1;
    }

    @Override
    void differentiate(LayerWeights weights, int range, int rows, float[] parameterGradient, int lane) {
        int n = norm.units();
        Arrays.fill(parameterGradient, norm.offset(), norm.offset() + 2 * n, 0);
        for (int row = 0; row < rows; row++) {
            int at = output.at(row);
            for (int i = 0; i < n; i++) {
                float g = output.gradients()[at + i];
                parameterGradient[norm.offset() + i] += g * normal[at + i];
                parameterGradient[norm.offset() + n + i] += g;
            }
        }
    }
}
