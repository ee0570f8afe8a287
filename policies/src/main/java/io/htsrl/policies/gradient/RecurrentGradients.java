package io.htsrl.policies.gradient;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.work.Phase;
import io.htsrl.core.work.Team;
import io.htsrl.policies.image.InputOrder;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.Kernels;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.RecurrentLayout;
import io.htsrl.policies.recurrent.MemoryCell;
import java.util.Arrays;
import java.util.List;

/**
 * Learner's side of a network with a memory: backpropagation through time (Werbos 1990) over sequences {@code [steps]
 * [columns]}, from the state of each column's first row, truncated to the memory's length. States and their gradients
 * do not cross the first row of an episode. Outputs are the policy's, to the bit; each element is one chain in a fixed
 * order, whichever thread computes which columns.
 */
public final class RecurrentGradients extends LayoutGradientNetwork {
    private final RecurrentLayout layout;
    private final GradientNetwork torso;
    private final float[] torsoParameters;
    private final float[] torsoGradient;
    private final Team team;
    private final MemoryCell cell;
    private final int units;
    private final int stateSize;
    private final Matrix before; // previous outputs h
    private final DenseStage products; // of the recurrent weights; null for a kind without them
    private final Matrix after; // outputs h
    private final DenseStages heads;
    private final MemoryCell.CellRows rows;
    private final MemoryCell.CellGradients gradients;
    private final Phase unrolling;
    private final Phase computing;
    private final Phase returning;
    private final Phase rewinding;
    private final Phase differentiating;
    // the current pass
    private ObservationBatch batch;
    private int count;
    private int columns;
    private float[] source;
    private float[] target;

    /**
     * @param torso learner's side of the network before the memory; closed with this one
     * @param maxRows the greatest number of rows of a minibatch
     * @param team team that computes each pass; not closed with the network
     */
    public RecurrentGradients(RecurrentLayout layout, GradientNetwork torso, int maxRows, Team team) {
        super(layout, maxRows);
        this.layout = layout;
        this.torso = torso;
        this.team = team;
        torsoParameters = new float[torso.parameterCount()];
        torsoGradient = new float[torso.parameterCount()];
        cell = MemoryCell.of(layout.memory());
        units = layout.memory().memorySize();
        stateSize = layout.memory().stateSize();
        int gates = layout.memory().inputs();
        DenseKernel kernel = Kernels.best();
        before = Matrix.activations(maxRows, units);
        after = Matrix.activations(maxRows, units);
        Matrix recurrent = Matrix.activations(maxRows, gates);
        products = layout.recurrent().isEmpty()
                ? null
                : new DenseStage(
                        kernel,
                        layout.recurrent(),
                        null,
                        InputOrder.plain(units),
                        before,
                        recurrent,
                        false,
                        team.lanes());
        heads = new DenseStages(kernel, List.of(List.of(layout.headLayers())), null, after, true, team.lanes());
        rows = new MemoryCell.CellRows(
                new float[Math.multiplyExact(maxRows, gates)],
                recurrent.values(),
                recurrent.offsets(maxRows),
                new float[Math.multiplyExact(maxRows, stateSize)],
                new float[Math.multiplyExact(maxRows, stateSize)],
                new float[Math.multiplyExact(maxRows, cell.keptSize())]);
        gradients = new MemoryCell.CellGradients(
                new float[rows.x().length], recurrent.gradients(), new float[rows.next().length]);
        unrolling = Phases.ofRows(team.lanes(), () -> columns, this::unroll);
        computing = Phases.ofRows(
                team.lanes(), () -> count, (first, rows) -> heads.forward(first, rows, target, 0, outputWidth()));
        returning = Phases.ofRows(team.lanes(), () -> count, this::headsBackward);
        rewinding = Phases.ofRows(team.lanes(), () -> columns, this::rewind);
        differentiating = Phases.ofRanges(
                new int[] {
                    products == null ? 0 : products.ranges(), heads.get(0).ranges()
                },
                (stage, range, lane) ->
                        (stage == 0 ? products : heads.get(0)).differentiate(range, count, target, lane));
    }

    @Override
    protected void load(float[] parameters) {
        System.arraycopy(parameters, 0, torsoParameters, 0, torsoParameters.length);
        torso.loadParameters(torsoParameters);
        if (products != null) {
            products.load(parameters);
        }
        heads.get(0).load(parameters);
    }

    @Override
    protected void compute(ObservationBatch newBatch, int newRows, float[] outputs) {
        batch = newBatch;
        count = newRows;
        columns = newBatch.columns();
        target = outputs;
        torso.forward(batch, rows.x());
        team.run(unrolling);
        team.run(computing);
    }

    /** Computes the states of these columns, step after step. */
    private void unroll(int firstColumn, int columnCount) {
        for (int first = firstColumn; first < count; first += columns) {
            for (int row = first; row < first + columnCount; row++) {
                readState(row);
            }
            if (products != null) {
                products.forwardRows(first, columnCount);
            }
            for (int row = first; row < first + columnCount; row++) {
                cell.forward(rows, row);
                System.arraycopy(rows.next(), row * stateSize, after.values(), after.at(row), units);
            }
        }
    }

    private void readState(int row) {
        float[] to = rows.previous();
        int at = row * stateSize;
        int state = batch.stateOffset(row);
        if (state == ObservationBatch.FOLLOWS || state == ObservationBatch.DETACHED) {
            System.arraycopy(rows.next(), (row - columns) * stateSize, to, at, stateSize);
        } else {
            MemoryCell.readState(batch, row, to, at, stateSize);
        }
        System.arraycopy(to, at, before.values(), before.at(row), units);
    }

    @Override
    protected void differentiate(float[] outputGradient, int newRows, float[] parameterGradient) {
        source = outputGradient;
        target = parameterGradient;
        Arrays.fill(gradients.state(), 0, columns * stateSize, 0);
        team.run(returning);
        team.run(rewinding);
        team.run(differentiating);
        torso.backward(gradients.x(), torsoGradient);
        System.arraycopy(torsoGradient, 0, parameterGradient, 0, torsoGradient.length);
    }

    private void headsBackward(int first, int rowCount) {
        heads.backward(first, rowCount, source, 0, outputWidth(), true);
    }

    /** Computes the gradients of the gates of these columns, from the last step to the first. */
    private void rewind(int firstColumn, int columnCount) {
        for (int step = count / columns - 1; step >= 0; step--) {
            int first = step * columns + firstColumn;
            for (int i = 0; i < columnCount; i++) {
                int state = (firstColumn + i) * stateSize;
                add(after.gradients(), after.at(first + i), gradients.state(), state);
                cell.backward(rows, first + i, gradients, firstColumn + i);
            }
            if (products != null) {
                products.backwardRows(first, columnCount);
            }
            for (int i = 0; i < columnCount; i++) {
                int state = (firstColumn + i) * stateSize;
                if (!propagates(step, first + i)) {
                    Arrays.fill(gradients.state(), state, state + stateSize, 0);
                } else if (products != null) {
                    add(before.gradients(), before.at(first + i), gradients.state(), state);
                }
            }
        }
    }

    /** Returns whether the gradient of a row's previous state goes on to the row before it. */
    private boolean propagates(int step, int row) {
        int length = layout.memory().bpttLength();
        return batch.stateOffset(row) == ObservationBatch.FOLLOWS && (length == 0 || step % length != 0);
    }

    private void add(float[] from, int at, float[] to, int toAt) {
        for (int i = 0; i < units; i++) {
            to[toAt + i] += from[at + i];
        }
    }

    @Override
    protected void free() {
        torso.close();
    }
}
