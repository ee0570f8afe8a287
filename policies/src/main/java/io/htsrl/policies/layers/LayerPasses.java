package io.htsrl.policies.layers;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.policies.gradient.Matrix;
import io.htsrl.policies.image.InputOrder;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.Kernels;
import io.htsrl.policies.network.DenseLayer;
import io.htsrl.policies.network.Layer;
import io.htsrl.policies.network.LayeredLayout;
import io.htsrl.policies.network.LayeredLayout.HeadGroup;
import io.htsrl.policies.network.Operation;
import java.util.ArrayList;
import java.util.List;

/**
 * Execution of all layers of a network over up to a fixed number of rows: a step for each layer, then one for each
 * group of heads. Calls for different rows may run at the same time. Where several layers read one, the gradients that
 * they compute are added in the graph's order.
 */
final class LayerPasses {
    private final DenseKernel kernel = Kernels.best();
    private final int lanes;
    private final LayerStep[] steps;
    private final InputStep[] inputs;
    /** The last action input of a critic; null for other networks. */
    private ActionStep actions;

    /** Outputs of the layers. */
    private final Matrix[] outputs;
    /** Gradients of each layer's output by the layers that read it; of a single reader, the output's own. */
    private final List<List<Matrix>> edges = new ArrayList<>();

    private final int layers;

    /** @param lanes lanes of a learner; 0 for an actor, without gradients */
    LayerPasses(LayeredLayout layout, int rows, int lanes) {
        this.lanes = lanes;
        layers = layout.layers().size();
        outputs = new Matrix[layers];
        int[] readers = new int[layers];
        layout.layers().forEach(layer -> layer.inputs().forEach(input -> readers[input.index()]++));
        layout.headGroups().forEach(group -> readers[group.input().index()]++);
        List<LayerStep> all = new ArrayList<>();
        List<InputStep> reading = new ArrayList<>();
        for (Layer layer : layout.layers()) {
            outputs[layer.index()] = output(layer, rows);
            edges.add(new ArrayList<>());
            Matrix[] read = layer.inputs().stream()
                    .map(input -> edge(input, readers[input.index()]))
                    .toArray(Matrix[]::new);
            LayerStep step = step(layer, read, outputs[layer.index()]);
            all.add(step);
            if (step instanceof InputStep input) {
                reading.add(input);
            }
        }
        for (HeadGroup group : layout.headGroups()) {
            int columns = group.heads().stream().mapToInt(DenseLayer::outputs).sum();
            Matrix read = edge(group.input(), readers[group.input().index()]);
            InputOrder order = LayerWeights.order(group.input());
            all.add(dense(all.size(), group.heads(), order, read, matrix(Matrix.activations(rows, columns))));
        }
        steps = all.toArray(LayerStep[]::new);
        inputs = reading.toArray(InputStep[]::new);
    }

    private Matrix output(Layer layer, int rows) {
        Matrix created = Matrix.activations(rows, layer.size());
        boolean observation = layer.isInput() && !(layer.operation() instanceof Operation.Action);
        return observation ? created.withoutGradients() : matrix(created);
    }

    private Matrix matrix(Matrix created) {
        return lanes == 0 ? created.withoutGradients() : created;
    }

    /** Returns a layer's output as one of its readers sees it. */
    private Matrix edge(Layer input, int readers) {
        Matrix from = outputs[input.index()];
        Matrix edge = from.gradients() == null || readers == 1 ? from : from.withOwnGradients();
        edges.get(input.index()).add(edge);
        return edge;
    }

    private LayerStep step(Layer layer, Matrix[] read, Matrix output) {
        Operation operation = layer.operation();
        if (operation instanceof Operation.Dense dense) {
            InputOrder order = LayerWeights.order(layer.inputs().get(0));
            return dense(layer.index(), List.of(dense.layer()), order, read[0], output);
        }
        if (operation instanceof Operation.Convolution convolution) {
            return new ConvolutionStep(kernel, layer.index(), convolution.layer(), read[0], output, lanes > 0);
        }
        if (operation instanceof Operation.Nonlinearity nonlinearity) {
            return new ActivationStep(kernel, nonlinearity.activation(), read[0], output);
        }
        if (operation instanceof Operation.Normalization norm) {
            return new NormalizationStep(norm, read[0], output);
        }
        if (operation instanceof Operation.BatchNormalization norm) {
            return new BatchNormalizationStep(norm, layer.index(), read[0], output, lanes > 0);
        }
        if (operation instanceof Operation.Embedding table) {
            return new EmbeddingStep(table, read[0], output);
        }
        if (operation instanceof Operation.Action) {
            actions = new ActionStep(output);
            return actions;
        }
        return layer.isInput()
                ? new InputStep(kernel, layer, output)
                : new JoiningStep(operation instanceof Operation.Sum, layer, read, output);
    }

    private LayerStep dense(int index, List<DenseLayer> parts, InputOrder order, Matrix input, Matrix output) {
        return new DenseStep(kernel, index, parts, order, input, output, lanes);
    }

    /** Returns all steps, those of the heads last. */
    LayerStep[] steps() {
        return steps;
    }

    /** Sets the rows of the next passes: row i is row {@code start + i} of the batch. */
    void over(ObservationBatch batch, int start) {
        for (InputStep input : inputs) {
            input.over(batch, start);
        }
    }

    /** Returns the action input of a critic. */
    ActionStep actions() {
        return actions;
    }

    /** Computes {@code count} rows from {@code first}. */
    void forward(LayerWeights weights, int first, int count) {
        forward(weights, 0, steps.length, first, count);
    }

    /** Computes steps {@code from} to below {@code to} for {@code count} rows from {@code first}. */
    void forward(LayerWeights weights, int from, int to, int first, int count) {
        for (int s = from; s < to; s++) {
            steps[s].forward(weights, first, count);
        }
    }

    /**
     * Computes the gradients of the inputs of steps {@code to - 1} down to {@code from}, for {@code count} rows from
     * {@code first}, and completes that of the output of step {@code from - 1}.
     */
    void backward(LayerWeights weights, int from, int to, int first, int count) {
        for (int s = to - 1; s >= from; s--) {
            steps[s].backward(weights, first, count);
            if (s > 0 && s <= layers) {
                addEdges(s - 1, first, count);
            }
        }
    }

    private void addEdges(int layer, int first, int count) {
        Matrix to = outputs[layer];
        List<Matrix> from = edges.get(layer);
        if (to.gradients() == null || from.size() < 2) {
            return;
        }
        int at = to.at(first);
        int end = to.at(first + count);
        System.arraycopy(from.get(0).gradients(), at, to.gradients(), at, end - at);
        for (int k = 1; k < from.size(); k++) {
            kernel.add(to.gradients(), at, from.get(k).gradients(), at, end - at);
        }
    }

    /** Copies the heads' outputs of row {@code row} to {@code to}. */
    void copyOutputs(int row, float[] to, int at) {
        int column = at;
        for (int s = layers; s < steps.length; s++) {
            Matrix head = steps[s].output;
            System.arraycopy(head.values(), head.at(row), to, column, head.columns());
            column += head.columns();
        }
    }

    /** Sets the gradient of the heads' outputs of row {@code row}. */
    void setGradient(int row, float[] from, int at) {
        int column = at;
        for (int s = layers; s < steps.length; s++) {
            Matrix head = steps[s].output;
            System.arraycopy(from, column, head.gradients(), head.at(row), head.columns());
            column += head.columns();
        }
    }
}
