package io.htsrl.policies.gradient;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.work.Phase;
import io.htsrl.core.work.Team;
import io.htsrl.policies.image.NetworkInput;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.Kernels;
import io.htsrl.policies.network.ChainedNetwork;
import io.htsrl.policies.network.MlpLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Learner's side of a multi-layer perceptron on the JVM's kernel. {@link MlpLayout} defines the order of parameters and
 * gradients; outputs are the policy's, to the bit. Every element of outputs and gradients is one chain of fma in a
 * fixed order, so the bits depend on neither threads nor processor. The gradient of the observations is not computed.
 */
public final class KernelMlp extends LayoutGradientNetwork implements ChainedNetwork {
    /** Size of the activations and gradients of a block of rows, which stay in a second-level cache. */
    private static final int BLOCK_BYTES = 3 << 19;

    private final MlpLayout layout;
    private final Team team;
    private final Matrix observations;
    private final DenseStages stages;
    private final Phase loading;
    private final Phase computing;
    private final Phase passing;
    private final Phase returning;
    private final Phase differentiating;
    private final Phase directing;
    private final Phase deriving;
    /** Phases of the stages from the last to the first. */
    private final Phase[] chained;

    private final int block;
    // the current pass
    private int rows;
    private int base; // row of the minibatch whose activations are in row 0
    private int first; // of the rows whose gradient is computed
    private int count;
    private ObservationBatch batch;
    private float[] source;
    private float[] target;
    private float[] outputRows;
    private RowsLoss loss;

    /**
     * @param maxRows the greatest number of rows of a minibatch
     * @param team team that computes each pass; not closed with the network
     */
    public KernelMlp(MlpLayout layout, int maxRows, Team team) {
        this(layout, maxRows, team, Kernels.best());
    }

    KernelMlp(MlpLayout layout, int maxRows, Team team, DenseKernel kernel) {
        super(layout, maxRows);
        this.team = team;
        this.layout = layout;
        observations = Matrix.observations(maxRows, layout.observationSize());
        stages =
                new DenseStages(kernel, layout.paths(), layout.config().activation(), observations, true, team.lanes());
        loading = new Phase(stages::count, (unit, lane) -> stages.get(unit).load(source));
        computing = Phases.ofRows(team.lanes(), () -> rows, this::compute);
        block = stages.rowsOf(BLOCK_BYTES);
        passing = Phases.ofLanes(team.lanes(), () -> count, this::pass);
        returning = Phases.ofRows(team.lanes(), () -> count, this::backward);
        differentiating = Phases.ofRanges(
                stages.ranges(),
                (stage, range, lane) ->
                        stages.get(stage).differentiate(range, first - base, count, target, lane, first > 0));
        directing = new Phase(stages::count, (unit, lane) -> stages.get(unit).loadDirection(source));
        deriving = Phases.ofRows(
                team.lanes(), () -> rows, (from, some) -> stages.derive(from, some, target, outputWidth()));
        chained = new Phase[stages.count()];
        Arrays.setAll(chained, slice -> chained(stageOf(slice)));
    }

    private Phase chained(DenseStage stage) {
        return new Phase(stage::ranges, (range, lane) -> stage.differentiate(range, 0, rows, target, lane, true));
    }

    /** Returns the stage of a slice, from the last stage on, whose gradient is complete first. */
    private DenseStage stageOf(int slice) {
        return stages.get(stages.count() - 1 - slice);
    }

    @Override
    protected void load(float[] parameters) {
        source = parameters;
        team.run(loading);
    }

    @Override
    protected void compute(ObservationBatch newBatch, int newRows, float[] outputs) {
        batch = newBatch;
        rows = newRows;
        outputRows = outputs;
        first = 0;
        base = 0;
        team.run(computing);
    }

    /** Computes the outputs of {@code some} rows from {@code first + from} on. */
    private void compute(int from, int some) {
        int size = layout.observationSize();
        int at = first - base + from;
        for (int row = at; row < at + some; row++) {
            NetworkInput.read(batch, base + row, size / batch.frames(), observations.values(), observations.at(row));
        }
        stages.forward(at, some, outputRows, base * outputWidth(), outputWidth());
    }

    @Override
    protected void differentiate(float[] outputGradient, int newRows, float[] parameterGradient) {
        differentiate(returning, outputGradient, newRows, parameterGradient);
    }

    @Override
    protected void compute(
            ObservationBatch newBatch,
            int newRows,
            float[] outputs,
            RowsLoss newLoss,
            float[] outputGradient,
            float[] parameterGradient) {
        batch = newBatch;
        rows = newRows;
        outputRows = outputs;
        loss = newLoss;
        differentiate(passing, outputGradient, newRows, parameterGradient);
    }

    /** Takes rows of the block through forward, loss and backward: they stay in a near cache meanwhile. */
    private void pass(int from, int to, int lane) {
        compute(from, to - from);
        loss.compute(first + from, to - from, lane);
        backward(from, to - from);
    }

    /**
     * Computes the gradient in blocks of rows, whose layers' gradients the phase computes: from activations of all
     * rows, or, when the phase computes them too, each block in the place of the one before it, which a cache holds.
     */
    private void differentiate(Phase filling, float[] outputGradient, int newRows, float[] parameterGradient) {
        source = outputGradient;
        target = parameterGradient;
        for (first = 0; first < newRows; first += block) {
            base = filling == passing ? first : 0;
            count = Math.min(block, newRows - first);
            team.run(filling);
            team.run(differentiating);
        }
    }

    @Override
    public void jacobianProduct(float[] direction, float[] derivatives) {
        source = direction;
        target = derivatives;
        team.run(directing);
        team.run(deriving);
    }

    @Override
    public List<LayerRows> layerRows() {
        List<LayerRows> all = new ArrayList<>();
        for (int stage = 0; stage < stages.count(); stage++) {
            stages.get(stage).addRows(rows, all);
        }
        return all;
    }

    @Override
    public List<List<Span>> slices() {
        return IntStream.range(0, stages.count())
                .mapToObj(slice -> stageOf(slice).spans())
                .toList();
    }

    @Override
    public void backward(float[] outputGradient) {
        source = outputGradient;
        first = 0;
        base = 0;
        count = rows;
        team.run(returning);
    }

    @Override
    public void accumulate(int slice, float[] sums) {
        target = sums;
        team.run(chained[slice]);
    }

    /** Computes the gradients of {@code some} rows from {@code first + from} on. */
    private void backward(int from, int some) {
        stages.backward(first - base + from, some, source, base * outputWidth(), outputWidth(), true);
    }
}
