package io.htsrl.policies.gradient;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.policies.image.InputOrder;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.network.CriticsLayout;
import io.htsrl.policies.network.DenseLayer;
import io.htsrl.policies.network.NetworkInput;
import java.util.List;

/**
 * One critic's layers and the activations of a minibatch. Calls that name different rows or strips may run at the same
 * time, as of {@link DenseStage}.
 */
final class CriticPass {
    private final int observationSize;
    private final int actionWidth;
    private final Matrix input;
    private final DenseStage[] stages;

    /** @param back whether there is a way back, else values alone */
    CriticPass(DenseKernel kernel, CriticsLayout layout, int index, int maxRows, int lanes, boolean back) {
        observationSize = layout.observationSize();
        actionWidth = layout.actionWidth();
        int inputs = observationSize + actionWidth;
        input = back ? Matrix.activations(maxRows, inputs) : Matrix.observations(maxRows, inputs);
        List<DenseLayer> layers = layout.layers(index);
        stages = new DenseStage[layers.size()];
        Matrix below = input;
        for (int s = 0; s < stages.length; s++) {
            DenseLayer layer = layers.get(s);
            Matrix units = Matrix.units(maxRows, layer.outputs());
            Matrix above = back ? units : units.withoutGradients();
            boolean head = s == stages.length - 1;
            stages[s] = new DenseStage(
                    kernel,
                    List.of(layer),
                    head ? null : layout.critic().config().activation(),
                    InputOrder.plain(below.columns()),
                    below,
                    above,
                    false,
                    lanes);
            below = above;
        }
    }

    int stages() {
        return stages.length;
    }

    int strips(int stage) {
        return stages[stage].strips();
    }

    void load(int stage, float[] parameters) {
        stages[stage].load(parameters);
    }

    /** From observations and actions to {@code count} rows of values from {@code first} on; row 0's begin at {@code at}. */
    void forward(ObservationBatch batch, float[] actions, int first, int count, float[] outputs, int at) {
        int frame = observationSize / batch.frames();
        for (int row = first; row < first + count; row++) {
            int to = input.at(row);
            NetworkInput.read(batch, row, frame, input.values(), to);
            System.arraycopy(actions, row * actionWidth, input.values(), to + observationSize, actionWidth);
        }
        for (DenseStage stage : stages) {
            stage.forwardRows(first, count);
        }
        Matrix values = head();
        Matrix.copyRows(
                first,
                count,
                values.values(),
                values.at(0),
                values.width(),
                outputs,
                at,
                values.columns(),
                values.columns());
    }

    /**
     * From the gradient of the values, whose row 0 begins at {@code at}, to that of all layers' sums.
     *
     * @param toInput whether to that of the input too
     */
    void back(float[] outputGradient, int at, int first, int count, boolean toInput) {
        Matrix values = head();
        Matrix.copyRows(
                first,
                count,
                outputGradient,
                at,
                values.columns(),
                values.gradients(),
                values.at(0),
                values.width(),
                values.columns());
        for (int s = stages.length - 1; s >= 0; s--) {
            stages[s].bendRows(first, count);
            if (s > 0 || toInput) {
                stages[s].backwardRows(first, count);
            }
        }
    }

    /** The gradient of the weights of one strip of a stage's inputs over {@code rows} rows. */
    void differentiate(int stage, int strip, int rows, float[] parameterGradient, int lane) {
        stages[stage].differentiate(strip, rows, parameterGradient, lane);
    }

    /** Adds the actions' part of the input's gradient. */
    void addActionGradient(int rows, float[] actionGradient) {
        for (int row = 0; row < rows; row++) {
            int from = input.at(row) + observationSize;
            for (int j = 0; j < actionWidth; j++) {
                actionGradient[row * actionWidth + j] += input.gradients()[from + j];
            }
        }
    }

    private Matrix head() {
        return stages[stages.length - 1].output();
    }
}
