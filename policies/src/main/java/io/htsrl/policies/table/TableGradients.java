package io.htsrl.policies.table;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.policies.network.ChainedNetwork;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.TableLayout;
import java.util.Arrays;
import java.util.List;

/**
 * The learner's side of a table: rows are read, and their gradients added up in the order of the minibatch. Thread rule
 * of {@link GradientNetwork}.
 */
final class TableGradients implements ChainedNetwork {
    private final TableLayout layout;
    private final float[] parameters;
    private final int[] states;
    private int rows;
    private float[] source; // of the way back under way

    TableGradients(TableLayout layout, int maxRows) {
        this.layout = layout;
        this.parameters = new float[layout.parameterCount()];
        this.states = new int[maxRows];
    }

    @Override
    public int parameterCount() {
        return parameters.length;
    }

    @Override
    public int outputWidth() {
        return layout.outputWidth();
    }

    @Override
    public int maxRows() {
        return states.length;
    }

    @Override
    public void loadParameters(float[] newParameters) {
        System.arraycopy(newParameters, 0, parameters, 0, parameters.length);
    }

    @Override
    public void forward(ObservationBatch batch, float[] outputs) {
        if (batch.rows() < 1 || batch.rows() > maxRows()) {
            throw new IllegalArgumentException(batch.rows() + " rows; this network was made for 1 .. " + maxRows());
        }
        rows = batch.rows();
        for (int row = 0; row < rows; row++) {
            states[row] = layout.state(batch.floats(), batch.offset(row));
            TableRows.read(layout, parameters, states[row], outputs, row * outputWidth());
        }
    }

    @Override
    public void backward(float[] outputGradient, float[] parameterGradient) {
        Arrays.fill(parameterGradient, 0);
        goBack(outputGradient);
        goOn(0, parameterGradient);
    }

    @Override
    public List<List<Span>> slices() {
        return List.of(List.of(new Span(0, parameterCount())));
    }

    @Override
    public void goBack(float[] outputGradient) {
        source = outputGradient;
    }

    @Override
    public void goOn(int slice, float[] sums) {
        for (int row = 0; row < rows; row++) {
            TableRows.add(layout, source, row * outputWidth(), sums, states[row]);
        }
    }

    @Override
    public void close() {}
}
