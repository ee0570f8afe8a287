package io.htsrl.policies.gradient;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.work.Phase;
import io.htsrl.core.work.Team;
import io.htsrl.policies.image.NetworkInput;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.Kernels;
import io.htsrl.policies.network.DenseLayer;
import io.htsrl.policies.network.MlpLayout;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Critics of dense layers. A phase's units are blocks of rows, or ranges of weights, of all critics. */
public final class KernelCritics implements Critics {
    private final CriticsLayout layout;
    private final boolean back;
    private final int maxRows;
    private final Team team;
    private final CriticPass[] passes;
    private final Phase loading;
    private final Phase computing;
    private final Phase returning;
    private final Phase differentiating;
    // the current pass
    private ObservationBatch batch;
    private float[] actions;
    private float[] source;
    private float[] target;
    private int rows;
    private int critics;
    private boolean toInput;

    /**
     * @param maxRows the greatest number of rows of a minibatch
     * @param team team that computes each pass
     */
    public KernelCritics(CriticsLayout layout, int maxRows, Team team) {
        this(layout, maxRows, team, Kernels.best(), true);
    }

    /** Creates critics that compute only values, such as targets; they keep nothing for gradients. */
    public static KernelCritics forwardOnly(CriticsLayout layout, int maxRows, Team team) {
        return new KernelCritics(layout, maxRows, team, Kernels.best(), false);
    }

    KernelCritics(CriticsLayout layout, int maxRows, Team team, DenseKernel kernel, boolean back) {
        if (maxRows < 1) {
            throw new IllegalArgumentException("minibatches of at most " + maxRows + " rows");
        }
        this.layout = layout;
        this.back = back;
        this.maxRows = maxRows;
        this.team = team;
        passes = new CriticPass[layout.critics()];
        Arrays.setAll(passes, i -> new CriticPass(kernel, layout, i, maxRows, team.lanes(), back));
        int stages = passes[0].stages.count();
        loading = new Phase(
                () -> passes.length * stages,
                (unit, lane) -> passes[unit / stages].stages.get(unit % stages).load(source));
        computing = Phases.ofRowsEach(team.lanes(), () -> critics, () -> rows, this::compute);
        returning = Phases.ofRowsEach(team.lanes(), () -> critics, () -> rows, this::backward);
        differentiating = Phases.ofRanges(
                Stream.of(passes)
                        .flatMapToInt(pass -> IntStream.of(pass.stages.ranges()))
                        .toArray(),
                (stage, range, lane) ->
                        passes[stage / stages].stages.get(stage % stages).differentiate(range, rows, target, lane));
    }

    @Override
    public CriticsLayout layout() {
        return layout;
    }

    @Override
    public int maxRows() {
        return maxRows;
    }

    @Override
    public void loadParameters(float[] parameters) {
        layout.checkLength(parameters);
        source = parameters;
        team.run(loading);
    }

    @Override
    public void forward(ObservationBatch observations, float[] newActions, int newCritics, float[] outputs) {
        if (observations.rows() < 1 || observations.rows() > maxRows) {
            throw new IllegalArgumentException(observations.rows() + " rows; made for 1 .. " + maxRows);
        }
        if (newCritics < 1 || newCritics > passes.length) {
            throw new IllegalArgumentException(newCritics + " critics of " + passes.length);
        }
        batch = observations;
        actions = newActions;
        rows = observations.rows();
        critics = newCritics;
        target = outputs;
        team.run(computing);
    }

    private void compute(int critic, int first, int count) {
        passes[critic].forward(batch, actions, first, count, target, critic * rows * layout.outputs());
    }

    @Override
    public void backward(float[] outputGradient, float[] parameterGradient) {
        if (critics < passes.length) {
            throw new IllegalStateException("backward after a forward of " + critics + " of " + passes.length);
        }
        layout.checkLength(parameterGradient);
        back(outputGradient, false);
        target = parameterGradient;
        team.run(differentiating);
    }

    private void back(float[] outputGradient, boolean newToInput) {
        if (!back) {
            throw new IllegalStateException("a gradient of critics that were made for values alone");
        }
        source = outputGradient;
        toInput = newToInput;
        team.run(returning);
    }

    private void backward(int critic, int first, int count) {
        passes[critic].stages.backward(
                first, count, source, critic * rows * layout.outputs(), layout.outputs(), toInput);
    }

    @Override
    public void actionGradient(float[] outputGradient, float[] actionGradient) {
        if (rows == 0) {
            throw new IllegalStateException("a gradient before any forward");
        }
        back(outputGradient, true);
        Arrays.fill(actionGradient, 0, rows * layout.actionWidth(), 0);
        for (int critic = 0; critic < critics; critic++) {
            passes[critic].addActionGradient(rows, actionGradient);
        }
    }

    /** One critic's layers and their input. Thread rule of {@link DenseStages}. */
    private static final class CriticPass {
        private final int observationSize;
        private final int actionWidth;
        private final int outputs;
        private final Matrix input;
        private final DenseStages stages;

        /** @param back whether gradients are computed, else only values */
        CriticPass(DenseKernel kernel, CriticsLayout layout, int index, int maxRows, int lanes, boolean back) {
            observationSize = layout.observationSize();
            actionWidth = layout.actionWidth();
            outputs = layout.outputs();
            int inputs = observationSize + actionWidth;
            input = back ? Matrix.activations(maxRows, inputs) : Matrix.observations(maxRows, inputs);
            List<List<DenseLayer>> path =
                    layout.layers(index).stream().map(List::of).toList();
            stages = new DenseStages(
                    kernel,
                    List.of(path),
                    ((MlpLayout) layout.critic()).config().activation(),
                    input,
                    back,
                    lanes);
        }

        /** Computes {@code count} rows of values from {@code first} on; those of row 0 begin at {@code at}. */
        void forward(ObservationBatch batch, float[] actions, int first, int count, float[] values, int at) {
            int frame = observationSize / batch.frames();
            for (int row = first; row < first + count; row++) {
                int to = input.at(row);
                NetworkInput.read(batch, row, frame, input.values(), to);
                System.arraycopy(actions, row * actionWidth, input.values(), to + observationSize, actionWidth);
            }
            stages.forward(first, count, values, at, outputs);
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
    }
}
