package io.htsrl.policies.acting;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.policies.gradient.LayoutGradientNetwork;
import io.htsrl.policies.network.ChainedNetwork;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.TableLayout;
import java.util.Arrays;
import java.util.List;

/**
 * Learner's side of a table: reads rows and sums their gradients in the order of the minibatch. Thread rule of
 * {@link GradientNetwork}.
 */
final class TableGradients extends LayoutGradientNetwork implements ChainedNetwork {
    private final TableLayout layout;
    private final float[] parameters;
    private final int[] states;
    private int rows;
    private float[] source; // of the current backward pass

    TableGradients(TableLayout layout, int maxRows) {
        super(layout, maxRows);
        this.layout = layout;
        this.parameters = new float[layout.parameterCount()];
        this.states = new int[maxRows];
    }

    @Override
    protected void load(float[] newParameters) {
        System.arraycopy(newParameters, 0, parameters, 0, parameters.length);
    }

    @Override
    protected void compute(ObservationBatch batch, int newRows, float[] outputs) {
        rows = newRows;
        for (int row = 0; row < rows; row++) {
            states[row] = layout.state(batch.floats(), batch.offset(row));
            layout.read(parameters, states[row], outputs, row * outputWidth());
        }
    }

    @Override
    protected void differentiate(float[] outputGradient, int newRows, float[] parameterGradient) {
        Arrays.fill(parameterGradient, 0);
        backward(outputGradient);
        accumulate(0, parameterGradient);
    }

    @Override
    public List<List<Span>> slices() {
        return List.of(List.of(new Span(0, parameterCount())));
    }

    @Override
    public void backward(float[] outputGradient) {
        source = outputGradient;
    }

    @Override
    public void accumulate(int slice, float[] sums) {
        for (int row = 0; row < rows; row++) {
            layout.add(source, row * outputWidth(), sums, states[row]);
        }
    }
}
