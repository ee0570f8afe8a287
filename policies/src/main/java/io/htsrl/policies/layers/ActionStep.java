package io.htsrl.policies.layers;

import io.htsrl.policies.gradient.Matrix;
import io.htsrl.policies.network.Operation;
import java.util.Arrays;

/** Actions that a critic rates, and the gradient with respect to them. */
final class ActionStep extends LayerStep {
    private float[] actions;

    ActionStep(Matrix output) {
        super(output);
        Arrays.fill(output.values(), Operation.Action.CHECKED);
    }

    /** @param newActions rows of the next passes, {@code [rows][width]} */
    void over(float[] newActions) {
        actions = newActions;
    }

    @Override
    void forward(LayerWeights weights, int first, int count) {
        for (int row = first; actions != null && row < first + count; row++) {
            System.arraycopy(actions, row * output.columns(), output.values(), output.at(row), output.columns());
        }
    }

    /** Adds the gradient of {@code rows} rows. */
    void addGradient(int rows, float[] actionGradient) {
        for (int row = 0; row < rows; row++) {
            for (int j = 0; j < output.columns(); j++) {
                actionGradient[row * output.columns() + j] += output.gradients()[output.at(row) + j];
            }
        }
    }
}
