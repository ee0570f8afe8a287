package io.htsrl.policies.gradient;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.work.Phase;
import io.htsrl.core.work.Team;
import io.htsrl.policies.image.InputOrder;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.Kernels;
import io.htsrl.policies.network.ChainedNetwork;
import io.htsrl.policies.network.DenseLayer;
import io.htsrl.policies.network.MlpConfig.Activation;
import io.htsrl.policies.network.MlpLayout;
import io.htsrl.policies.network.NetworkInput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The learner's side of a multi-layer perceptron on the JVM's own kernel. Parameters and gradients lie as
 * {@link MlpLayout} says; outputs are the policy's, to the bit. Every element of outputs and gradients is one chain of
 * fma in a fixed order, so that neither threads nor the processor reach a bit. The gradient of the observations is not
 * computed.
 */
public final class KernelMlp extends LayoutGradientNetwork implements ChainedNetwork {
    private final MlpLayout layout;
    private final Team team;
    private final Matrix observations;
    private final List<DenseStage> building = new ArrayList<>();
    private final DenseStage[] stages;
    private final DenseStage[] heads;
    private final Phase loading;
    private final Phase computing;
    private final Phase returning;
    private final Phase differentiating;
    /** Of the stages from the last to the first. */
    private final Phase[] chained;
    // the pass under way
    private int rows;
    private ObservationBatch batch;
    private float[] source;
    private float[] target;

    /**
     * @param maxRows the greatest number of rows of a minibatch
     * @param team    that shares each pass; not closed with the network
     */
    public KernelMlp(MlpLayout layout, int maxRows, Team team) {
        this(layout, maxRows, team, Kernels.best());
    }

    KernelMlp(MlpLayout layout, int maxRows, Team team, DenseKernel kernel) {
        super(layout, maxRows);
        this.team = team;
        this.layout = layout;
        observations = Matrix.observations(maxRows, layout.observationSize());
        heads = addStages(kernel, team.lanes());
        stages = building.toArray(DenseStage[]::new);
        loading = new Phase(() -> stages.length, (unit, lane) -> stages[unit].load(source));
        computing = Phases.ofRows(() -> rows, this::compute);
        returning = Phases.ofRows(() -> rows, this::backward);
        differentiating = Phases.ofStrips(
                building.stream().mapToInt(DenseStage::strips).toArray(),
                (stage, strip, lane) -> stages[stage].differentiate(strip, rows, target, lane));
        chained = new Phase[stages.length];
        Arrays.setAll(chained, slice -> chained(stageOf(slice)));
    }

    private Phase chained(DenseStage stage) {
        return new Phase(stage::strips, (strip, lane) -> stage.accumulate(strip, rows, target, lane));
    }

    /** The last one's gradient is there first. */
    private DenseStage stageOf(int slice) {
        return stages[stages.length - 1 - slice];
    }

    /** In the order of the forward pass; returns the heads, in the order of their columns. */
    private DenseStage[] addStages(DenseKernel kernel, int lanes) {
        Matrix policyEnd = addTorso(kernel, layout.policyTorso(), lanes);
        if (layout.valueTorso().isEmpty()) {
            return new DenseStage[] {addHeads(kernel, layout.headLayers(), policyEnd, lanes)};
        }
        DenseStage policy = addHeads(kernel, layout.policyHeads(), policyEnd, lanes);
        Matrix valueEnd = addTorso(kernel, layout.valueTorso(), lanes);
        List<DenseLayer> heads = layout.headLayers();
        List<DenseLayer> value = heads.subList(heads.size() - 1, heads.size());
        return new DenseStage[] {policy, addHeads(kernel, value, valueEnd, lanes)};
    }

    private Matrix addTorso(DenseKernel kernel, List<DenseLayer> torso, int lanes) {
        Matrix input = observations;
        for (DenseLayer layer : torso) {
            Matrix output = Matrix.units(maxRows(), layer.outputs());
            add(kernel, List.of(layer), layout.config().activation(), input, output, lanes);
            input = output;
        }
        return input;
    }

    private DenseStage addHeads(DenseKernel kernel, List<DenseLayer> layers, Matrix input, int lanes) {
        int outputs = layers.stream().mapToInt(DenseLayer::outputs).sum();
        return add(kernel, layers, null, input, Matrix.activations(maxRows(), outputs), lanes);
    }

    private DenseStage add(
            DenseKernel kernel,
            List<DenseLayer> layers,
            Activation activation,
            Matrix input,
            Matrix output,
            int lanes) {
        InputOrder order = InputOrder.plain(input.columns());
        DenseStage stage = new DenseStage(kernel, layers, activation, order, input, output, false, lanes);
        building.add(stage);
        return stage;
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
        target = outputs;
        team.run(computing);
    }

    private void compute(int first, int count) {
        int size = layout.observationSize();
        for (int row = first; row < first + count; row++) {
            NetworkInput.read(batch, row, size / batch.frames(), observations.values(), observations.at(row));
        }
        for (DenseStage stage : stages) {
            stage.forwardRows(first, count);
        }
        int column = 0;
        for (DenseStage head : heads) {
            Matrix from = head.output();
            Matrix.copyRows(
                    first,
                    count,
                    from.values(),
                    from.at(0),
                    from.width(),
                    target,
                    column,
                    outputWidth(),
                    from.columns());
            column += from.columns();
        }
    }

    @Override
    protected void differentiate(float[] outputGradient, int newRows, float[] parameterGradient) {
        source = outputGradient;
        target = parameterGradient;
        team.run(returning);
        team.run(differentiating);
    }

    @Override
    public List<List<Span>> slices() {
        return IntStream.range(0, stages.length)
                .mapToObj(slice -> stageOf(slice).spans())
                .toList();
    }

    @Override
    public void backward(float[] outputGradient) {
        source = outputGradient;
        team.run(returning);
    }

    @Override
    public void accumulate(int slice, float[] sums) {
        target = sums;
        team.run(chained[slice]);
    }

    private void backward(int first, int count) {
        int column = 0;
        for (DenseStage head : heads) {
            Matrix to = head.output();
            Matrix.copyRows(
                    first, count, source, column, outputWidth(), to.gradients(), to.at(0), to.width(), to.columns());
            column += to.columns();
        }
        for (int s = stages.length - 1; s >= 0; s--) {
            stages[s].activationBackward(first, count);
            stages[s].backwardRows(first, count);
        }
    }
}
