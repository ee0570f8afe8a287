package io.htsrl.policies.check;

import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.ConvLayer;
import io.htsrl.policies.network.DenseLayer;
import io.htsrl.policies.network.ImpalaStage;
import io.htsrl.policies.network.Operation;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.function.DoubleUnaryOperator;

/**
 * Operations of the networks in double, for one row, in their simplest form. Each records its backward operation on the
 * tape. One thread. The order of sums does not matter, because no result reaches a digest.
 */
final class Tape {
    private static final int POOL_KERNEL = 3;
    private static final int POOL_STRIDE = 2;

    private final float[] parameters;
    private final double[] parameterGradient;
    private final Deque<Runnable> steps = new ArrayDeque<>();

    /** Values, images as {@code [channel][row][column]}, and the scalar's gradient with respect to them. */
    static final class Node {
        final double[] values;
        /** Null for an input. */
        final double[] gradient;

        private Node(double[] values, boolean input) {
            this.values = values;
            gradient = input ? null : new double[values.length];
        }

        private Node(int size) {
            this(new double[size], false);
        }
    }

    /** @param parameterGradient receives, by addition */
    Tape(float[] parameters, double[] parameterGradient) {
        this.parameters = parameters;
        this.parameterGradient = parameterGradient;
    }

    static Node input(double[] values) {
        return new Node(values, true);
    }

    /** Returns values whose gradient is computed, and not used. */
    static Node constant(double[] values) {
        return new Node(values, false);
    }

    /** Runs all backward operations, the last one first. */
    void rewind() {
        while (!steps.isEmpty()) {
            steps.pop().run();
        }
    }

    /** Returns {@code count} parameters from {@code offset} on. */
    Node row(int offset, int count) {
        Node out = new Node(count);
        for (int j = 0; j < count; j++) {
            out.values[j] = parameters[offset + j];
        }
        steps.push(() -> add(out.gradient, offset));
        return out;
    }

    Node dense(DenseLayer layer, Node in) {
        Node out = new Node(layer.outputs());
        for (int j = 0; j < layer.outputs(); j++) {
            out.values[j] = parameters[layer.biasOffset() + j];
        }
        for (int i = 0; i < layer.inputs(); i++) {
            double value = in.values[i];
            int w = layer.offset() + i * layer.outputs();
            for (int j = 0; j < out.values.length; j++) {
                out.values[j] += value * parameters[w + j];
            }
        }
        steps.push(() -> denseBack(layer, in, out));
        return out;
    }

    private void denseBack(DenseLayer layer, Node in, Node out) {
        add(out.gradient, layer.biasOffset());
        for (int i = 0; i < layer.inputs(); i++) {
            double value = in.values[i];
            double sum = 0;
            int w = layer.offset() + i * layer.outputs();
            for (int j = 0; j < out.gradient.length; j++) {
                parameterGradient[w + j] += value * out.gradient[j];
                sum += out.gradient[j] * parameters[w + j];
            }
            if (in.gradient != null) {
                in.gradient[i] += sum;
            }
        }
    }

    private void add(double[] gradient, int offset) {
        for (int j = 0; j < gradient.length; j++) {
            parameterGradient[offset + j] += gradient[j];
        }
    }

    Node convolve(ConvLayer layer, Node in) {
        Node out = new Node(layer.outputSize());
        TapeConvolution convolution = new TapeConvolution(layer, parameters);
        convolution.forward(parameters, in.values, out.values);
        steps.push(() -> convolution.backward(in.values, in.gradient, out.gradient, parameterGradient));
        return out;
    }

    /** Returns the maximum over windows of the stage's entry. */
    Node maximum(ImpalaStage stage, Node in) {
        Node out = new Node(stage.entry().outputs() * stage.height() * stage.width());
        int[] winners = new int[out.values.length];
        for (int i = 0; i < winners.length; i++) {
            int top = i / stage.width() % stage.height() * POOL_STRIDE - stage.padTop();
            int left = i % stage.width() * POOL_STRIDE - stage.padLeft();
            winners[i] = winner(stage.entry(), in.values, i / stage.width() / stage.height(), top, left);
            out.values[i] = in.values[winners[i]];
        }
        steps.push(() -> {
            for (int i = 0; i < winners.length; i++) {
                in.gradient[winners[i]] += out.gradient[i];
            }
        });
        return out;
    }

    /** Returns the rows of a table, weighted by the inputs. */
    Node embed(Operation.Embedding table, Node in) {
        Node out = new Node(table.outputs());
        for (int i = 0; i < table.inputs(); i++) {
            for (int j = 0; j < table.outputs(); j++) {
                out.values[j] += in.values[i] * parameters[table.offset() + i * table.outputs() + j];
            }
        }
        steps.push(() -> {
            for (int i = 0; i < table.inputs(); i++) {
                for (int j = 0; j < table.outputs(); j++) {
                    int at = table.offset() + i * table.outputs() + j;
                    parameterGradient[at] += in.values[i] * out.gradient[j];
                    if (in.gradient != null) {
                        in.gradient[i] += parameters[at] * out.gradient[j];
                    }
                }
            }
        });
        return out;
    }

    /** Returns the normalised row, times the gain, plus the bias. */
    Node normalize(Operation.Normalization norm, Node in) {
        int n = norm.units();
        double mean = Arrays.stream(in.values).sum() / n;
        double variance =
                Arrays.stream(in.values).map(x -> (x - mean) * (x - mean)).sum() / n;
        double scale = 1 / Math.sqrt(variance + Operation.Normalization.EPSILON);
        double[] normal = Arrays.stream(in.values).map(x -> (x - mean) * scale).toArray();
        Node out = new Node(n);
        for (int i = 0; i < n; i++) {
            out.values[i] = normal[i] * parameters[norm.offset() + i] + parameters[norm.offset() + n + i];
        }
        steps.push(() -> {
            double[] g = new double[n];
            double sum = 0;
            double product = 0;
            for (int i = 0; i < n; i++) {
                parameterGradient[norm.offset() + i] += out.gradient[i] * normal[i];
                parameterGradient[norm.offset() + n + i] += out.gradient[i];
                g[i] = out.gradient[i] * parameters[norm.offset() + i];
                sum += g[i];
                product += g[i] * normal[i];
            }
            for (int i = 0; in.gradient != null && i < n; i++) {
                in.gradient[i] += scale * (g[i] - sum / n - normal[i] * product / n);
            }
        });
        return out;
    }

    /** Returns the row normalised by the running statistics, which have no gradient. */
    Node normalize(Operation.BatchNormalization norm, Node in) {
        int n = norm.units();
        double[] scale = new double[n];
        Node out = new Node(n);
        for (int i = 0; i < n; i++) {
            scale[i] = 1 / Math.sqrt(parameters[norm.variance() + i] + (double) Operation.BatchNormalization.EPSILON);
            double normal = (in.values[i] - parameters[norm.mean() + i]) * scale[i];
            out.values[i] = normal * parameters[norm.offset() + i] + parameters[norm.bias() + i];
        }
        steps.push(() -> {
            for (int i = 0; i < n; i++) {
                double normal = (in.values[i] - parameters[norm.mean() + i]) * scale[i];
                parameterGradient[norm.offset() + i] += out.gradient[i] * normal;
                parameterGradient[norm.bias() + i] += out.gradient[i];
                if (in.gradient != null) {
                    in.gradient[i] += out.gradient[i] * parameters[norm.offset() + i] * scale[i];
                }
            }
        });
        return out;
    }

    Node activate(Activation activation, Node in) {
        return switch (activation) {
            case TANH -> tanh(in);
            case RELU -> relu(in);
            case ELU -> elementwise(in, x -> x > 0 ? x : Math.expm1(x), y -> y > 0 ? 1 : y + 1);
            case SILU -> product(in, sigmoid(in));
            case GELU -> {
                Node cube = product(in, product(in, in));
                Node t = tanh(scaled(sum(in, scaled(cube, 0.044715)), Math.sqrt(2 / Math.PI)));
                yield product(in, elementwise(t, x -> 0.5 * (1 + x), y -> 0.5));
            }
        };
    }

    Node scaled(Node in, double factor) {
        return elementwise(in, x -> factor * x, y -> factor);
    }

    private static int winner(ConvLayer entry, double[] values, int channel, int top, int left) {
        int best = -1;
        for (int y = Math.max(top, 0); y < Math.min(top + POOL_KERNEL, entry.outputHeight()); y++) {
            for (int x = Math.max(left, 0); x < Math.min(left + POOL_KERNEL, entry.outputWidth()); x++) {
                int at = (channel * entry.outputHeight() + y) * entry.outputWidth() + x;
                best = best < 0 || values[at] > values[best] ? at : best;
            }
        }
        return best;
    }

    Node relu(Node in) {
        return elementwise(in, x -> Math.max(x, 0), y -> y > 0 ? 1 : 0);
    }

    Node tanh(Node in) {
        return elementwise(in, Math::tanh, y -> 1 - y * y);
    }

    Node sigmoid(Node in) {
        return elementwise(in, x -> 1 / (1 + StrictMath.exp(-x)), y -> y * (1 - y));
    }

    /** Returns {@code 1 - in}. */
    Node complement(Node in) {
        return elementwise(in, x -> 1 - x, y -> -1);
    }

    /** Returns the elementwise product. */
    Node product(Node a, Node b) {
        Node out = new Node(a.values.length);
        for (int i = 0; i < a.values.length; i++) {
            out.values[i] = a.values[i] * b.values[i];
        }
        steps.push(() -> {
            for (int i = 0; i < a.values.length; i++) {
                a.gradient[i] += b.values[i] * out.gradient[i];
                b.gradient[i] += a.values[i] * out.gradient[i];
            }
        });
        return out;
    }

    /** Returns the elements of one after those of the other. */
    Node join(Node a, Node b) {
        Node out = new Node(a.values.length + b.values.length);
        System.arraycopy(a.values, 0, out.values, 0, a.values.length);
        System.arraycopy(b.values, 0, out.values, a.values.length, b.values.length);
        steps.push(() -> {
            for (int i = 0; i < a.gradient.length; i++) {
                a.gradient[i] += out.gradient[i];
            }
            for (int i = 0; i < b.gradient.length; i++) {
                b.gradient[i] += out.gradient[a.gradient.length + i];
            }
        });
        return out;
    }

    /** Returns {@code count} elements from {@code from} on. */
    Node slice(Node in, int from, int count) {
        Node out = new Node(Arrays.copyOfRange(in.values, from, from + count), false);
        steps.push(() -> {
            for (int i = 0; i < count; i++) {
                in.gradient[from + i] += out.gradient[i];
            }
        });
        return out;
    }

    /** @param slope as a function of the result */
    private Node elementwise(Node in, DoubleUnaryOperator function, DoubleUnaryOperator slope) {
        Node out = new Node(Arrays.stream(in.values).map(function).toArray(), false);
        steps.push(() -> {
            for (int i = 0; i < in.values.length; i++) {
                in.gradient[i] += slope.applyAsDouble(out.values[i]) * out.gradient[i];
            }
        });
        return out;
    }

    Node sum(Node a, Node b) {
        Node out = new Node(a.values.length);
        for (int i = 0; i < a.values.length; i++) {
            out.values[i] = a.values[i] + b.values[i];
        }
        steps.push(() -> {
            for (int i = 0; i < a.values.length; i++) {
                a.gradient[i] += out.gradient[i];
                b.gradient[i] += out.gradient[i];
            }
        });
        return out;
    }

    /**
     * Convolution of the {@link Tape}, pixel by pixel over all outputs at once, which the JIT compiler vectorises.
     * Images are {@code [channel][row][column]}. One thread.
     */
    private static final class TapeConvolution {
        private final ConvLayer layer;
        private final int outputs;
        private final int area;
        /** Weights {@code [channel][kernel][kernel][output]}. */
        private final double[] weights;

        private final double[] weightGradient;
        private final double[] pixel;

        TapeConvolution(ConvLayer layer, float[] parameters) {
            this.layer = layer;
            outputs = layer.outputs();
            area = layer.outputHeight() * layer.outputWidth();
            weights = new double[layer.windowSize() * outputs];
            weightGradient = new double[weights.length];
            pixel = new double[outputs];
            for (int i = 0; i < weights.length; i++) {
                weights[i] = parameters[parameter(i)];
            }
        }

        /** Returns the parameter index of element {@code i} of these weights. */
        private int parameter(int i) {
            return layer.offset() + i % outputs * layer.windowSize() + i / outputs;
        }

        void forward(float[] parameters, double[] in, double[] out) {
            for (int at = 0; at < area; at++) {
                for (int o = 0; o < outputs; o++) {
                    pixel[o] = parameters[layer.biasOffset() + o];
                }
                eachTap(at, (tap, from) -> addProduct(in[from], weights, tap * outputs, pixel));
                for (int o = 0; o < outputs; o++) {
                    out[o * area + at] = pixel[o];
                }
            }
        }

        /** @param inGradient gradient of the input; null where it is not used */
        void backward(double[] in, double[] inGradient, double[] outGradient, double[] parameterGradient) {
            Arrays.fill(weightGradient, 0);
            for (int at = 0; at < area; at++) {
                for (int o = 0; o < outputs; o++) {
                    pixel[o] = outGradient[o * area + at];
                    parameterGradient[layer.biasOffset() + o] += pixel[o];
                }
                eachTap(at, (tap, from) -> {
                    addProduct(in[from], pixel, weightGradient, tap * outputs);
                    if (inGradient != null) {
                        inGradient[from] += product(pixel, weights, tap * outputs);
                    }
                });
            }
            for (int i = 0; i < weightGradient.length; i++) {
                parameterGradient[parameter(i)] += weightGradient[i];
            }
        }

        private interface Tap {
            /** @param tap a place in the window; {@code from} the element of the input that is there */
            void visit(int tap, int from);
        }

        private void eachTap(int at, Tap tap) {
            int top = at / layer.outputWidth() * layer.stride() - layer.padding();
            int left = at % layer.outputWidth() * layer.stride() - layer.padding();
            int place = 0;
            for (int c = 0; c < layer.channels(); c++) {
                for (int y = top; y < top + layer.kernel(); y++) {
                    for (int x = left; x < left + layer.kernel(); x++, place++) {
                        if (y >= 0 && y < layer.height() && x >= 0 && x < layer.width()) {
                            tap.visit(place, (c * layer.height() + y) * layer.width() + x);
                        }
                    }
                }
            }
        }

        private static void addProduct(double factor, double[] from, int at, double[] to) {
            for (int o = 0; o < to.length; o++) {
                to[o] += factor * from[at + o];
            }
        }

        private static void addProduct(double factor, double[] from, double[] to, int at) {
            for (int o = 0; o < from.length; o++) {
                to[at + o] += factor * from[o];
            }
        }

        private static double product(double[] a, double[] b, int at) {
            double even = 0;
            double odd = 0;
            int o = 0;
            for (; o + 1 < a.length; o += 2) {
                even += a[o] * b[at + o];
                odd += a[o + 1] * b[at + o + 1];
            }
            return o < a.length ? even + odd + a[o] * b[at + o] : even + odd;
        }
    }
}
