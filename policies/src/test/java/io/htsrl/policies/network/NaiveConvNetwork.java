package io.htsrl.policies.network;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * The convolutional networks written down once more, in double and as plainly as can be, one row after another: what
 * the fast ones are compared with. Each step of the forward leaves on a tape how to go back through it.
 */
public final class NaiveConvNetwork {

    /** Values {@code [channel][row][column]}, and the scalar's gradient with respect to them. */
    private static final class Node {
        final double[] values;
        final double[] gradient;

        Node(double[] values) {
            this.values = values;
            gradient = new double[values.length];
        }

        Node(int size) {
            this(new double[size]);
        }
    }

    private final ConvLayout layout;
    private final double[] parameters;
    private final double[] parameterGradient;
    private final Deque<Runnable> tape = new ArrayDeque<>();

    public NaiveConvNetwork(ConvLayout layout, double[] parameters) {
        this.layout = layout;
        this.parameters = parameters;
        parameterGradient = new double[parameters.length];
    }

    /** Output rows of {@code [rows][frame][row][column]}. */
    public double[][] forward(double[] observations) {
        int rows = observations.length / layout.observationSize();
        double[][] outputs = new double[rows][];
        for (int row = 0; row < rows; row++) {
            outputs[row] = forwardRow(observations, row).values;
            tape.clear();
        }
        return outputs;
    }

    /** The gradient of {@code sum(outputGradient * outputs)} by the chain rule. */
    public double[] gradient(double[] observations, double[][] outputGradient) {
        Arrays.fill(parameterGradient, 0);
        for (int row = 0; row < outputGradient.length; row++) {
            Node output = forwardRow(observations, row);
            System.arraycopy(outputGradient[row], 0, output.gradient, 0, output.gradient.length);
            while (!tape.isEmpty()) {
                tape.pop().run();
            }
        }
        return parameterGradient.clone();
    }

    private Node forwardRow(double[] observations, int row) {
        int size = layout.observationSize();
        Node x = new Node(Arrays.copyOfRange(observations, row * size, (row + 1) * size));
        x = layout.stages().isEmpty() ? nature(x) : impala(x);
        Node hidden = relu(dense(layout.hidden(), x));
        Node heads = dense(layout.headLayers().get(0), hidden);
        for (DenseLayer head :
                layout.headLayers().subList(1, layout.headLayers().size())) {
            heads = join(heads, dense(head, hidden));
        }
        return heads;
    }

    private Node nature(Node input) {
        Node x = input;
        for (ConvLayer layer : layout.convolutions()) {
            x = relu(convolve(layer, x));
        }
        return x;
    }

    private Node impala(Node input) {
        Node x = input;
        for (ImpalaStage stage : layout.stages()) {
            x = maximum(stage, convolve(stage.entry(), x));
            for (ImpalaStage.Block block : stage.blocks()) {
                x = sum(x, convolve(block.second(), relu(convolve(block.first(), relu(x)))));
            }
        }
        return relu(x);
    }

    private Node convolve(ConvLayer layer, Node in) {
        Node out = new Node(layer.outputSize());
        int area = layer.outputHeight() * layer.outputWidth();
        for (int i = 0; i < out.values.length; i++) {
            out.values[i] = parameters[layer.biasOffset() + i / area];
        }
        eachTap(layer, (w, from, to) -> out.values[to] += parameters[w] * in.values[from]);
        tape.push(() -> {
            for (int i = 0; i < out.values.length; i++) {
                parameterGradient[layer.biasOffset() + i / area] += out.gradient[i];
            }
            eachTap(layer, (w, from, to) -> {
                parameterGradient[w] += out.gradient[to] * in.values[from];
                in.gradient[from] += out.gradient[to] * parameters[w];
            });
        });
        return out;
    }

    private interface Tap {
        void visit(int weight, int from, int to);
    }

    private static void eachTap(ConvLayer layer, Tap tap) {
        int to = 0;
        for (int o = 0; o < layer.outputs(); o++) {
            for (int y = 0; y < layer.outputHeight(); y++) {
                for (int x = 0; x < layer.outputWidth(); x++) {
                    eachTapOf(
                            layer,
                            o,
                            y * layer.stride() - layer.padding(),
                            x * layer.stride() - layer.padding(),
                            to++,
                            tap);
                }
            }
        }
    }

    private static void eachTapOf(ConvLayer layer, int o, int top, int left, int to, Tap tap) {
        int weight = layer.offset() + o * layer.windowSize();
        for (int c = 0; c < layer.channels(); c++) {
            for (int y = top; y < top + layer.kernel(); y++) {
                for (int x = left; x < left + layer.kernel(); x++) {
                    if (y >= 0 && y < layer.height() && x >= 0 && x < layer.width()) {
                        tap.visit(weight, (c * layer.height() + y) * layer.width() + x, to);
                    }
                    weight++;
                }
            }
        }
    }

    private Node maximum(ImpalaStage stage, Node in) {
        ConvLayer entry = stage.entry();
        Node out = new Node(entry.outputs() * stage.height() * stage.width());
        int[] winners = new int[out.values.length];
        for (int i = 0; i < winners.length; i++) {
            int top = i / stage.width() % stage.height() * 2 - stage.padTop();
            int left = i % stage.width() * 2 - stage.padLeft();
            winners[i] = winner(entry, in.values, i / stage.width() / stage.height(), top, left);
            out.values[i] = in.values[winners[i]];
        }
        tape.push(() -> {
            for (int i = 0; i < winners.length; i++) {
                in.gradient[winners[i]] += out.gradient[i];
            }
        });
        return out;
    }

    private static int winner(ConvLayer entry, double[] values, int channel, int top, int left) {
        int best = -1;
        for (int y = Math.max(top, 0); y < Math.min(top + 3, entry.outputHeight()); y++) {
            for (int x = Math.max(left, 0); x < Math.min(left + 3, entry.outputWidth()); x++) {
                int at = (channel * entry.outputHeight() + y) * entry.outputWidth() + x;
                if (best < 0 || values[at] > values[best]) {
                    best = at;
                }
            }
        }
        return best;
    }

    private Node relu(Node in) {
        Node out = new Node(in.values.length);
        for (int i = 0; i < in.values.length; i++) {
            out.values[i] = Math.max(in.values[i], 0);
        }
        tape.push(() -> {
            for (int i = 0; i < in.values.length; i++) {
                in.gradient[i] += in.values[i] > 0 ? out.gradient[i] : 0;
            }
        });
        return out;
    }

    private Node sum(Node a, Node b) {
        Node out = new Node(a.values.length);
        for (int i = 0; i < a.values.length; i++) {
            out.values[i] = a.values[i] + b.values[i];
        }
        tape.push(() -> {
            for (int i = 0; i < a.values.length; i++) {
                a.gradient[i] += out.gradient[i];
                b.gradient[i] += out.gradient[i];
            }
        });
        return out;
    }

    private Node dense(DenseLayer layer, Node in) {
        Node out = new Node(layer.outputs());
        for (int j = 0; j < layer.outputs(); j++) {
            out.values[j] = parameters[layer.biasOffset() + j];
            for (int i = 0; i < layer.inputs(); i++) {
                out.values[j] += in.values[i] * parameters[layer.offset() + i * layer.outputs() + j];
            }
        }
        tape.push(() -> backward(layer, in, out));
        return out;
    }

    private void backward(DenseLayer layer, Node in, Node out) {
        for (int j = 0; j < layer.outputs(); j++) {
            parameterGradient[layer.biasOffset() + j] += out.gradient[j];
            for (int i = 0; i < layer.inputs(); i++) {
                int w = layer.offset() + i * layer.outputs() + j;
                parameterGradient[w] += in.values[i] * out.gradient[j];
                in.gradient[i] += out.gradient[j] * parameters[w];
            }
        }
    }

    private Node join(Node a, Node b) {
        int split = a.values.length;
        Node out = new Node(Arrays.copyOf(a.values, split + b.values.length));
        System.arraycopy(b.values, 0, out.values, split, b.values.length);
        tape.push(() -> {
            System.arraycopy(out.gradient, 0, a.gradient, 0, split);
            System.arraycopy(out.gradient, split, b.gradient, 0, b.values.length);
        });
        return out;
    }
}
