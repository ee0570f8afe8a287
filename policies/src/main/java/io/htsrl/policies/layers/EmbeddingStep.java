package io.htsrl.policies.layers;

import io.htsrl.policies.gradient.Matrix;
import io.htsrl.policies.network.Operation.Embedding;
import java.util.Arrays;

/** Sum of a table's rows, weighted by the inputs that are not 0, in their order. */
final class EmbeddingStep extends LayerStep {
    private final Embedding table;
    private final Matrix input;

    EmbeddingStep(Embedding table, Matrix input, Matrix output) {
        super(output);
        this.table = table;
        this.input = input;
    }

    @Override
    void forward(LayerWeights weights, int first, int count) {
        float[] parameters = weights.parameters();
        for (int row = first; row < first + count; row++) {
            int to = output.at(row);
            Arrays.fill(output.values(), to, to + table.outputs(), 0);
            for (int i = 0; i < table.inputs(); i++) {
                float x = input.values()[input.at(row) + i];
                if (x != 0) { // true for NaN
                    addRow(x, parameters, table.offset() + i * table.outputs(), output.values(), to);
                }
            }
        }
    }

    private void addRow(float factor, float[] from, int at, float[] to, int toAt) {
        for (int j = 0; j < table.outputs(); j++) {
            to[toAt + j] += factor * from[at + j];
        }
    }

    @Override
    void backward(LayerWeights weights, int first, int count) {
        if (input.gradients() == null) {
            return;
        }
        float[] parameters = weights.parameters();
        for (int row = first; row < first + count; row++) {
            for (int i = 0; i < table.inputs(); i++) {
                int from = table.offset() + i * table.outputs();
                float sum = 0;
                for (int j = 0; j < table.outputs(); j++) {
                    sum += output.gradients()[output.at(row) + j] * parameters[from + j];
                }
                input.gradients()[input.at(row) + i] = sum;
            }
        }
    }

    @Override
    int ranges() {
        return 1;
    }

    @Override
    void differentiate(LayerWeights weights, int range, int rows, float[] parameterGradient, int lane) {
        int end = table.offset() + table.inputs() * table.outputs();
        Arrays.fill(parameterGradient, table.offset(), end, 0);
        for (int row = 0; row < rows; row++) {
            for (int i = 0; i < table.inputs(); i++) {
                float x = input.values()[input.at(row) + i];
                if (x != 0) {
                    int to = table.offset() + i * table.outputs();
                    addRow(x, output.gradients(), output.at(row), parameterGradient, to);
                }
            }
        }
    }
}
