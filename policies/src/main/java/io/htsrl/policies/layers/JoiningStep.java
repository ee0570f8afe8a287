package io.htsrl.policies.layers;

import io.htsrl.policies.gradient.Matrix;
import io.htsrl.policies.network.Layer;
import java.util.Arrays;

/** Sum or concatenation of two layers. Images in a concatenation are read as {@code [channel][row][column]}. */
final class JoiningStep extends LayerStep {
    private final Matrix[] inputs;
    /** Column of the output for each column of an input. */
    private final int[][] columns;

    /** @param adds whether it adds, else it concatenates */
    JoiningStep(boolean adds, Layer layer, Matrix[] inputs, Matrix output) {
        super(output);
        this.inputs = inputs;
        columns = new int[inputs.length][];
        int begin = 0;
        for (int k = 0; k < inputs.length; k++) {
            Layer from = layer.inputs().get(k);
            int pixels = from.height() * from.width();
            columns[k] = new int[from.size()];
            for (int i = 0; i < columns[k].length; i++) {
                columns[k][i] = adds ? i : begin + i % from.channels() * pixels + i / from.channels();
            }
            begin += from.size();
        }
    }

    @Override
    void forward(LayerWeights weights, int first, int count) {
        for (int row = first; row < first + count; row++) {
            int to = output.at(row);
            Arrays.fill(output.values(), to, to + output.columns(), 0);
            for (int k = 0; k < inputs.length; k++) {
                int from = inputs[k].at(row);
                for (int i = 0; i < columns[k].length; i++) {
                    output.values()[to + columns[k][i]] += inputs[k].values()[from + i];
                }
            }
        }
    }

    @Override
    void backward(LayerWeights weights, int first, int count) {
        for (int k = 0; k < inputs.length; k++) {
            for (int row = first; inputs[k].gradients() != null && row < first + count; row++) {
                int to = inputs[k].at(row);
                for (int i = 0; i < columns[k].length; i++) {
                    inputs[k].gradients()[to + i] = output.gradients()[output.at(row) + columns[k][i]];
                }
            }
        }
    }
}
