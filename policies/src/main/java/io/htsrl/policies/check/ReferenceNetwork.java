package io.htsrl.policies.check;

import io.htsrl.policies.check.Tape.Node;
import io.htsrl.policies.network.ConvLayer;
import io.htsrl.policies.network.ConvLayout;
import io.htsrl.policies.network.DenseLayer;
import io.htsrl.policies.network.FrameShape;
import io.htsrl.policies.network.ImpalaStage;
import io.htsrl.policies.network.ImplicitLayout;
import io.htsrl.policies.network.Layer;
import io.htsrl.policies.network.LayeredLayout;
import io.htsrl.policies.network.MlpLayout;
import io.htsrl.policies.network.NetworkLayout;
import io.htsrl.policies.network.Operation;
import io.htsrl.policies.network.RecurrentLayout;
import io.htsrl.policies.network.TableLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Reference implementation of the networks, in double and one row at a time, from their layout alone. The learner's
 * gradient is compared with it. About 2 ns for each product of a forward. One thread.
 */
final class ReferenceNetwork {
    private final NetworkLayout layout;
    private final Tape tape;
    private final double[] gradient;

    ReferenceNetwork(NetworkLayout layout, float[] parameters) {
        this.layout = layout;
        gradient = new double[parameters.length];
        tape = new Tape(parameters, gradient);
    }

    /**
     * Adds the gradient of {@code sum(weights[at ..] * output row)}; returns the output row.
     *
     * @param state recurrent state before the row; empty without a memory
     */
    double[] add(double[] observation, double[] state, float[] weights, int at) {
        return addSequence(List.of(observation), state, Set.of(), weights, new int[] {at})
                .get(0);
    }

    /**
     * Adds the gradient of consecutive rows of one column; returns the output rows.
     *
     * @param begins rows that begin an episode, with an empty state
     * @param at offset of each row's weights
     */
    List<double[]> addSequence(
            List<double[]> observations, double[] state, Set<Integer> begins, float[] weights, int[] at) {
        List<double[]> outputs = new ArrayList<>();
        Node memory = Tape.constant(state);
        for (int row = 0; row < at.length; row++) {
            Node x = input(observations.get(row));
            if (layout instanceof RecurrentLayout recurrent) {
                memory = next(recurrent, x, begins.contains(row) ? Tape.constant(new double[state.length]) : memory);
                Node h = tape.slice(memory, 0, recurrent.memory().memorySize());
                outputs.add(weigh(heads(recurrent.headLayers(), h, h), weights, at[row]));
            } else if (layout instanceof ImplicitLayout implicit) {
                outputs.add(weigh(List.of(means(implicit, x)), weights, at[row]));
            } else {
                outputs.add(weigh(heads(layout, x), weights, at[row]));
            }
        }
        tape.rewind();
        return outputs;
    }

    private Node input(double[] observation) {
        return Tape.input(
                layout.torso() instanceof ConvLayout conv ? byChannel(conv.frame(), observation) : observation);
    }

    /** Sets the gradient of an output row; returns its values. */
    private double[] weigh(List<Node> heads, float[] weights, int at) {
        double[] outputs = new double[layout.outputWidth()];
        int column = 0;
        for (Node head : heads) {
            for (int i = 0; i < head.values.length; i++) {
                head.gradient[i] = weights[at + column];
                outputs[column++] = head.values[i];
            }
        }
        return outputs;
    }

    /** Returns the means of the quantiles of the fixed fractions. */
    private Node means(ImplicitLayout implicit, Node x) {
        Node features = tape.relu(heads(implicit.torso(), x).get(0));
        int count = implicit.quantiles().numQuantileSamples();
        Node sum = Tape.constant(new double[implicit.values()]);
        for (int k = 0; k < count; k++) {
            double[] cosines = new double[implicit.embedding().inputs()];
            for (int i = 0; i < cosines.length; i++) {
                cosines[i] = StrictMath.cos(Math.PI * i * (k + 0.5) / count);
            }
            Node embedded = tape.relu(tape.dense(implicit.embedding(), Tape.constant(cosines)));
            Node product = tape.product(features, embedded);
            Node hidden = tape.relu(tape.dense(implicit.function().get(0), product));
            sum = tape.sum(sum, tape.dense(implicit.function().get(1), hidden));
        }
        return tape.scaled(sum, 1.0 / count);
    }

    /** Returns the state after a row. */
    private Node next(RecurrentLayout recurrent, Node x, Node state) {
        int units = recurrent.memory().memorySize();
        Node gates = heads(recurrent.torso(), x).get(0);
        Node h = tape.slice(state, 0, units);
        return switch (recurrent.memory().memory()) {
            case LSTM ->
                lstm(
                        tape.sum(gates, tape.dense(recurrent.recurrent().get(0), h)),
                        tape.slice(state, units, units),
                        units);
            case GRU -> gru(gates, tape.dense(recurrent.recurrent().get(0), h), h, units);
            case MINGRU -> mix(tape.sigmoid(tape.slice(gates, 0, units)), h, tape.slice(gates, units, units));
            case NONE -> throw new IllegalArgumentException("a network without memory has no state");
        };
    }

    private Node lstm(Node gates, Node c, int units) {
        Node i = tape.sigmoid(tape.slice(gates, 0, units));
        Node f = tape.sigmoid(tape.slice(gates, units, units));
        Node g = tape.tanh(tape.slice(gates, 2 * units, units));
        Node o = tape.sigmoid(tape.slice(gates, 3 * units, units));
        Node next = tape.sum(tape.product(f, c), tape.product(i, g));
        return tape.join(tape.product(o, tape.tanh(next)), next);
    }

    private Node gru(Node x, Node r, Node h, int units) {
        Node sums = tape.sum(tape.slice(x, 0, 2 * units), tape.slice(r, 0, 2 * units));
        Node reset = tape.sigmoid(tape.slice(sums, 0, units));
        Node z = tape.sigmoid(tape.slice(sums, units, units));
        Node recurrent = tape.product(reset, tape.slice(r, 2 * units, units));
        return mix(z, tape.tanh(tape.sum(tape.slice(x, 2 * units, units), recurrent)), h);
    }

    /** Returns {@code (1 - z) a + z b}. */
    private Node mix(Node z, Node a, Node b) {
        return tape.sum(tape.product(tape.complement(z), a), tape.product(z, b));
    }

    /** Returns each frame as {@code [plane][row][column]}. */
    private static double[] byChannel(FrameShape frame, double[] observation) {
        int pixels = frame.height() * frame.width();
        double[] channels = new double[observation.length];
        for (int i = 0; i < channels.length; i++) {
            int begin = i - i % frame.size();
            int plane = i / pixels % frame.planes();
            channels[i] = observation[begin + plane * frame.planeStride() + i % pixels * frame.pixelStride()];
        }
        return channels;
    }

    /** Returns the sum of all gradients added; callers must not change it. */
    double[] gradient() {
        return gradient;
    }

    private List<Node> heads(NetworkLayout layout, Node x) {
        if (layout instanceof ConvLayout conv) {
            Node image = conv.stages().isEmpty() ? nature(conv, x) : impala(conv, x);
            Node hidden = tape.relu(tape.dense(conv.hidden(), image));
            return heads(conv.headLayers(), hidden, hidden);
        }
        if (layout instanceof TableLayout table) {
            return row(table, x);
        }
        if (layout instanceof LayeredLayout layered) {
            Node[] outputs = new Node[layered.layers().size()];
            layered.layers()
                    .forEach(layer -> outputs[layer.index()] =
                            layer(layer, outputs, x, layered.frame().size()));
            return heads(
                    layered.headLayers(),
                    outputs[layered.policyTorso().index()],
                    outputs[layered.valueTorso().index()]);
        }
        MlpLayout mlp = (MlpLayout) layout;
        Node policy = torso(mlp.policyTorso(), mlp, x);
        return heads(mlp.headLayers(), policy, mlp.valueTorso().isEmpty() ? policy : torso(mlp.valueTorso(), mlp, x));
    }

    /** Returns some elements of each frame. */
    private static double[] part(double[] observation, int frameSize, int offset, int size) {
        double[] part = new double[observation.length / frameSize * size];
        for (int i = 0; i < part.length; i++) {
            part[i] = observation[i / size * frameSize + offset + i % size];
        }
        return part;
    }

    /** @param outputs of the layers before it */
    private Node layer(Layer layer, Node[] outputs, Node x, int frameSize) {
        Operation operation = layer.operation();
        if (operation instanceof Operation.Frames frames) {
            double[] image =
                    part(x.values, frameSize, frames.offset(), frames.shape().size());
            return Tape.constant(byChannel(frames.shape(), image));
        }
        if (operation instanceof Operation.Features features) {
            return Tape.constant(part(x.values, frameSize, features.offset(), features.size()));
        }
        if (operation instanceof Operation.Action action) {
            double[] checked = new double[action.width()];
            Arrays.fill(checked, Operation.Action.CHECKED);
            return Tape.constant(checked);
        }
        Node a = outputs[layer.inputs().get(0).index()];
        if (operation instanceof Operation.Dense dense) {
            return tape.dense(dense.layer(), a);
        }
        if (operation instanceof Operation.Convolution convolution) {
            return tape.convolve(convolution.layer(), a);
        }
        if (operation instanceof Operation.Embedding table) {
            return tape.embed(table, a);
        }
        if (operation instanceof Operation.Normalization norm) {
            return tape.normalize(norm, a);
        }
        if (operation instanceof Operation.BatchNormalization norm) {
            return tape.normalize(norm, a);
        }
        if (operation instanceof Operation.Nonlinearity nonlinearity) {
            return tape.activate(nonlinearity.activation(), a);
        }
        Node b = outputs[layer.inputs().get(1).index()];
        return operation instanceof Operation.Sum ? tape.sum(a, b) : tape.join(a, b);
    }

    /** Returns the outputs of the first head, the free outputs, and the value. */
    private List<Node> row(TableLayout table, Node x) {
        float[] observation = new float[x.values.length];
        for (int i = 0; i < observation.length; i++) {
            observation[i] = (float) x.values[i];
        }
        int computed = table.first().computed();
        int from = table.state(observation, 0) * table.rowWidth();
        return List.of(
                tape.row(from, computed),
                tape.row(table.freeOffset(), table.first().free()),
                tape.row(from + computed, table.rowWidth() - computed));
    }

    private List<Node> heads(List<DenseLayer> layers, Node first, Node second) {
        List<Node> heads = new ArrayList<>();
        int last = layers.size() - 1;
        for (int i = 0; i <= last; i++) {
            Node input = i < last ? first : second;
            heads.add(
                    layers.get(i).repeats()
                            ? tape.slice(input, 0, input.values.length)
                            : tape.dense(layers.get(i), input));
        }
        return heads;
    }

    private Node torso(List<DenseLayer> layers, MlpLayout mlp, Node input) {
        Node x = input;
        for (DenseLayer layer : layers) {
            x = tape.activate(mlp.config().activation(), tape.dense(layer, x));
        }
        return x;
    }

    private Node nature(ConvLayout conv, Node input) {
        Node x = input;
        for (ConvLayer layer : conv.convolutions()) {
            x = tape.relu(tape.convolve(layer, x));
        }
        return x;
    }

    private Node impala(ConvLayout conv, Node input) {
        Node x = input;
        for (ImpalaStage stage : conv.stages()) {
            x = tape.maximum(stage, tape.convolve(stage.entry(), x));
            for (ImpalaStage.Block block : stage.blocks()) {
                Node between = tape.relu(tape.convolve(block.first(), tape.relu(x)));
                x = tape.sum(x, tape.convolve(block.second(), between));
            }
        }
        return tape.relu(x);
    }
}
