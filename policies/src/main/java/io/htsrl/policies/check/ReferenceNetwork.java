package io.htsrl.policies.check;

import io.htsrl.policies.check.Tape.Node;
import io.htsrl.policies.network.ConvLayer;
import io.htsrl.policies.network.ConvLayout;
import io.htsrl.policies.network.DenseLayer;
import io.htsrl.policies.network.FrameShape;
import io.htsrl.policies.network.ImpalaStage;
import io.htsrl.policies.network.MlpConfig.Activation;
import io.htsrl.policies.network.MlpLayout;
import io.htsrl.policies.network.NetworkLayout;
import io.htsrl.policies.network.TableLayout;
import java.util.ArrayList;
import java.util.List;

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

    /** Adds the gradient of {@code sum(weights[at ..] * output row)}; returns the output row. */
    double[] add(double[] observation, float[] weights, int at) {
        List<Node> heads = heads(
                Tape.input(layout instanceof ConvLayout conv ? byChannel(conv.frame(), observation) : observation));
        double[] outputs = new double[layout.outputWidth()];
        int column = 0;
        for (Node head : heads) {
            for (int i = 0; i < head.values.length; i++) {
                head.gradient[i] = weights[at + column];
                outputs[column++] = head.values[i];
            }
        }
        tape.rewind();
        return outputs;
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

    private List<Node> heads(Node x) {
        if (layout instanceof ConvLayout conv) {
            Node image = conv.stages().isEmpty() ? nature(conv, x) : impala(conv, x);
            Node hidden = tape.relu(tape.dense(conv.hidden(), image));
            return heads(conv.headLayers(), hidden, hidden);
        }
        if (layout instanceof TableLayout table) {
            return row(table, x);
        }
        MlpLayout mlp = (MlpLayout) layout;
        Node policy = torso(mlp.policyTorso(), mlp, x);
        return heads(mlp.headLayers(), policy, mlp.valueTorso().isEmpty() ? policy : torso(mlp.valueTorso(), mlp, x));
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
            heads.add(tape.dense(layers.get(i), i < last ? first : second));
        }
        return heads;
    }

    private Node torso(List<DenseLayer> layers, MlpLayout mlp, Node input) {
        Node x = input;
        for (DenseLayer layer : layers) {
            Node sums = tape.dense(layer, x);
            x = mlp.config().activation() == Activation.TANH ? tape.tanh(sums) : tape.relu(sums);
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
